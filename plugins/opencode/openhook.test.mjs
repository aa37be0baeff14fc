// node --test plugins/opencode/openhook.test.mjs: the plugin in front of the real shim, called as OpenCode 1.18.33 calls it.
import { test, before, after } from "node:test"
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { OpenHook } from "./openhook.js"

const here = dirname(fileURLToPath(import.meta.url))
const dir = mkdtempSync(join(tmpdir(), "openhook-"))
let shim = process.env.OPENHOOK_SHIM
for (const name of Object.keys(process.env)) if (name.startsWith("OPENHOOK_")) delete process.env[name]
process.env.XDG_STATE_HOME = join(dir, "state")

before(() => {
  if (shim) return
  shim = join(dir, process.platform === "win32" ? "openhook-shim.exe" : "openhook-shim")
  execFileSync("go", ["build", "-o", shim, "."], { cwd: join(here, "../.."), env: { ...process.env, CGO_ENABLED: "0" } })
})
after(() => rmSync(dir, { recursive: true, force: true }))

// The hook keeps what it reads and does as it is told, for one type of event or for all.
writeFileSync(join(dir, "hook.mjs"), `import fs from "node:fs"
const read = JSON.parse(fs.readFileSync(0, "utf8")), [log, plan] = process.argv.slice(2)
fs.appendFileSync(log, JSON.stringify(read) + "\\n")
const all = JSON.parse(plan), does = all[read.type] ?? all["*"] ?? {}
if (does.wait) await new Promise((end) => setTimeout(end, does.wait))
process.stdout.write(typeof does.out === "string" ? does.out : does.out ? JSON.stringify(does.out) : "")
process.stderr.write(does.err ?? "")
process.exitCode = does.exit ?? 0`)

let n = 0
// open loads the plugin with a hook that does what the plan says, and a client that keeps what it is asked.
async function open(plan, options = {}) {
  const log = join(dir, `log${n++}`), asked = []
  const note = (name) => async (x) => { asked.push([name, x]) }
  const client = { tui: { showToast: note("toast") }, app: { log: note("log") }, session: { promptAsync: note("prompt"), abort: note("abort") }, postSessionIdPermissionsPermissionId: note("permission") }
  const hooks = await OpenHook({ client, directory: dir, worktree: dir }, { shim, hook: [process.execPath, join(dir, "hook.mjs"), log, JSON.stringify(plan)], ...options })
  const read = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").map((l) => JSON.parse(l)) : [])
  const sent = (name) => asked.filter(([a]) => a === name).map(([, x]) => x)
  return { ...hooks, read, sent, fire: (type, properties) => hooks.event({ event: { type, properties } }) }
}
const says = (out) => ({ "*": { out } })
const bash = { tool: "bash", sessionID: "ses_1", callID: "call_1" }
const run = async (p, args = { command: "ls", description: "list" }, i = bash) => { const o = { args }; await p["tool.execute.before"](i, o); assert.equal(o.args, args); return args }
const done = async (p, o = { title: "t", output: "result", metadata: { exit: 0 } }, i = bash) => { await p["tool.execute.after"]({ ...i, args: { command: "ls" } }, o); return o }
const prompt = async (p, text = "do it") => {
  const o = { message: { id: "msg_1", agent: "build", model: { providerID: "mock", modelID: "m" } }, parts: [{ type: "text", text }, { type: "text", text: "hidden", synthetic: true }] }
  await p["chat.message"]({ sessionID: "ses_1" }, o)
  return o.parts
}
const idle = { sessionID: "ses_1" }
const asks = { id: "per_1", sessionID: "ses_1", permission: "bash", patterns: ["ls"], metadata: { command: "ls" }, always: [], tool: { messageID: "m", callID: "c" } }

test("no opinion changes nothing", async () => {
  const p = await open({})
  assert.deepEqual(await run(p), { command: "ls", description: "list" })
  assert.equal((await done(p)).output, "result")
  assert.equal((await prompt(p)).length, 2)
  await p.fire("session.idle", idle)
  await p.fire("permission.asked", asks)
  assert.deepEqual([p.sent("prompt"), p.sent("permission"), p.sent("log")], [[], [], []])
  assert.deepEqual(p.read().map((e) => e.type), ["tool.start", "tool.end", "prompt.submit", "agent.stop", "permission.request"])
})

test("what the hook reads", async () => {
  const p = await open({})
  await run(p)
  await prompt(p, "größer ✓")
  const [start, submit] = p.read()
  assert.equal(start.source, "opencode")
  assert.equal(start.session_id, "ses_1")
  assert.equal(start.cwd, dir)
  assert.equal(start.data.tool, "shell")
  assert.deepEqual(start.data.tool_input, { command: "ls", description: "list" })
  assert.deepEqual(start.extensions.opencode, { source_tool: "opencode", hook_event_name: "tool.execute.before", session_id: "ses_1", cwd: dir, worktree: dir, tool_name: "bash", tool_input: { command: "ls", description: "list" }, tool_call_id: "call_1" })
  assert.equal(submit.data.prompt, "größer ✓")
  assert.equal(submit.data.model, "mock/m")
})

test("a deny is thrown, word for word", async () => {
  await assert.rejects(run(await open(says({ decision: "deny", reason: "not größer ✓" }))), { message: "not größer ✓" })
  await assert.rejects(run(await open({ "*": { exit: 2, err: "not here\n" } })), { message: "not here" })
  await assert.rejects(run(await open(says({ decision: "ask", reason: "sure?" }))), /sure\?/)
  const p = await open(says({ continue: false, reason: "enough" }))
  await assert.rejects(run(p), { message: "enough" })
  assert.deepEqual(p.sent("abort"), [{ path: { id: "ses_1" } }])
  const gate = await open({ "tool.start": { out: { continue: false, reason: "enough" } }, "agent.stop": { exit: 2, err: "go on" } })
  await assert.rejects(run(gate), { message: "enough" })
  await gate.fire("session.idle", idle)
  assert.deepEqual(gate.sent("prompt"), []) // an end is an end
})

test("a deny holds with the shim's own flags, too", async () => {
  const p = await open(says({ decision: "deny", reason: "no" }), { flags: ["--tools", "file_write"] })
  await run(p)
  await assert.rejects(run(p, { filePath: "a", content: "b" }, { ...bash, tool: "write" }), { message: "no" })
})

test("a new input goes into the same object", async () => {
  assert.deepEqual(await run(await open(says({ updated_input: { command: "pwd" } }))), { command: "pwd", description: "list" })
  const p = await open(says({ updated_input: { file_path: "/b" } }))
  assert.deepEqual(await run(p, { filePath: "/a", content: "x" }, { ...bash, tool: "write" }), { filePath: "/b", content: "x" })
  assert.deepEqual(await run(await open(says({ updated_input: { text: "new" } })), { text: "old" }, { ...bash, tool: "lab_echo_text" }), { text: "new" })
  const o = {}
  await assert.rejects(open(says({ updated_input: { command: "pwd" } })).then((p) => p["tool.execute.before"](bash, o)), /no object/)
})

test("after a tool: context, feedback, another result", async () => {
  assert.equal((await done(await open(says({ context: "CTX" })))).output, "result\nCTX")
  assert.equal((await done(await open(says({ decision: "deny", reason: "WHY" })))).output, "result\nWHY")
  assert.equal((await done(await open(says({ updated_output: "[redacted]" })))).output, "[redacted]")
  const mcp = { ...bash, tool: "lab_echo_text" }, result = () => ({ content: [{ type: "text", text: "echo" }] })
  assert.deepEqual((await done(await open(says({ context: "CTX" })), result(), mcp)).content[1], { type: "text", text: "CTX" })
  assert.deepEqual((await done(await open(says({ updated_output: "gone" })), result(), mcp)).content, [{ type: "text", text: "gone" }])
})

test("a call that failed is told once", async () => {
  const p = await open(says({ decision: "deny", reason: "late" }))
  const part = { id: "prt_1", type: "tool", tool: "bash", callID: "call_9", sessionID: "ses_1", state: { status: "error", input: { command: "x" }, error: "boom" } }
  await p.fire("message.part.updated", { part })
  await p.fire("message.part.updated", { part })
  assert.deepEqual(p.read().map((e) => [e.type, e.session_id, e.data.status, e.data.error]), [["tool.end", "ses_1", "error", "boom"]])
})

test("prompts", async () => {
  const denied = await open(says({ decision: "deny", reason: "not this" }))
  await assert.rejects(prompt(denied), { message: "not this" })
  assert.equal(denied.sent("toast")[0].body.message, "not this")
  const part = (await prompt(await open({ "*": { out: "branch main" } }))).at(-1)
  assert.deepEqual([part.text, part.type, part.synthetic, part.sessionID, part.messageID], ["branch main", "text", true, "ses_1", "msg_1"])
  assert.match(part.id, /^prt_/)
  const p = await open({ "session.start": { out: "at the start" } })
  p.fire("session.created", { sessionID: "ses_1", info: { id: "ses_1" } }) // nobody waits for it
  assert.deepEqual((await prompt(p)).slice(2).map((x) => x.text), ["at the start"])
  assert.equal((await prompt(p)).length, 2)
})

test("going on when idle", async () => {
  const p = await open({ "agent.stop": { out: { decision: "block", reason: "tests fail" } } })
  await p.fire("session.idle", idle)
  assert.deepEqual(p.sent("prompt"), [{ path: { id: "ses_1" }, body: { parts: [{ type: "text", text: "tests fail" }] } }])
  await prompt(p, "tests fail") // its own prompt comes back
  await p.fire("session.idle", idle)
  await prompt(p, "the user's")
  await p.fire("session.idle", idle)
  assert.deepEqual(p.read().filter((e) => e.type === "agent.stop").map((e) => e.data.stop_hook_active), [false, true, false])
  await p.fire("session.created", { sessionID: "ses_2", info: { id: "ses_2", parentID: "ses_1" } })
  await p.fire("session.idle", { sessionID: "ses_2" }) // a subagent has given its result
  assert.equal(p.sent("prompt").length, 3)
  const esc = { sessionID: "ses_3" }, after = p.fire("session.idle", esc)
  await p.fire("session.error", { ...esc, error: { name: "MessageAbortedError", data: { message: "Aborted" } } }) // told after it is idle
  await after
  assert.equal(p.sent("prompt").length, 3)
  const stop = await open(says({ continue: false, decision: "block", reason: "enough" }))
  await stop.fire("session.idle", idle)
  assert.deepEqual(stop.sent("prompt"), [])
})

test("it does not go on for ever", async () => {
  const p = await open({ "agent.stop": { exit: 2, err: "more" } }, { flags: ["--max-continues", "2"] })
  for (let i = 0; i < 3; i++) await p.fire("session.idle", { sessionID: "ses_loop" })
  assert.equal(p.sent("prompt").length, 2) // then it may stop
})

test("permissions", async () => {
  for (const [out, want] of [[{ decision: "allow" }, ["once"]], [{ decision: "deny", reason: "no" }, ["reject"]], [{ decision: "ask" }, []], [{ continue: false }, ["reject"]], [undefined, []], ["allow", []]]) {
    const p = await open(says(out))
    await p.fire("permission.asked", asks)
    assert.deepEqual(p.sent("permission").map((x) => x.body.response), want, JSON.stringify(out))
    if (want.length) assert.deepEqual(p.sent("permission")[0].path, { id: "ses_1", permissionID: "per_1" })
  }
})

test("every session ends once", async () => {
  const p = await open({})
  await p.fire("session.created", { sessionID: "ses_1", info: { id: "ses_1" } })
  await p.fire("session.created", { sessionID: "ses_2", info: { id: "ses_2" } })
  await p.fire("session.deleted", { sessionID: "ses_1", info: { id: "ses_1" } })
  await p.fire("session.status", { sessionID: "ses_3" })
  await p.fire("file.edited", { file: join(dir, "x") })
  await p.dispose()
  assert.deepEqual(p.read().filter((e) => e.type === "session.end").map((e) => e.session_id), ["ses_1", "ses_2"])
})

test("messages become toasts", async () => {
  const p = await open(says({ system_message: "hello" }))
  await run(p)
  assert.equal(p.sent("toast")[0].body.message, "hello")
})

const broken = {
  "no shim": { shim: join(dir, "missing") },
  "no hook": { hook: [join(dir, "missing.sh")] },
  "a hook that fails": { plan: { "*": { exit: 1 } } },
  "broken JSON": { plan: says('{"decision":"allow"') },
  "a hook that hangs": { plan: { "*": { wait: 60_000 } }, timeout: 0.3 },
}
for (const [name, { plan = {}, ...options }] of Object.entries(broken)) {
  test(`${name}: open lets it go on, closed blocks`, async () => {
    const open_ = await open(plan, options)
    assert.deepEqual(await run(open_), { command: "ls", description: "list" })
    assert.equal((await prompt(open_)).length, 2)
    await open_.fire("permission.asked", asks)
    assert.deepEqual(open_.sent("permission"), [])
    assert.ok(open_.sent("log").length >= 3)
    const closed = await open(plan, { ...options, failClosed: true })
    await assert.rejects(run(closed), Error)
    await assert.rejects(prompt(closed), Error)
    await closed.fire("permission.asked", asks)
    assert.equal(closed.sent("permission")[0].body.response, "reject")
    assert.equal((await done(closed)).output, "result")
    await closed.fire("session.idle", idle)
    assert.deepEqual(closed.sent("prompt"), [])
  })
}

test("OPENHOOK_REQUIRED blocks where the shim is missing, and there alone", async () => {
  process.env.OPENHOOK_REQUIRED = "1"
  try {
    await assert.rejects(run(await open({}, broken["no shim"])), /cannot be started/)
    await run(await open({ "*": { exit: 1 } }))
  } finally {
    delete process.env.OPENHOOK_REQUIRED
  }
})

test("a copy with its options written into it", async () => {
  const source = readFileSync(join(here, "openhook.js"), "utf8"), line = "const INSTALLED = {}"
  assert.ok(source.includes(line))
  const copy = join(dir, "copy.mjs")
  writeFileSync(copy, source.replace(line, `const INSTALLED = ${JSON.stringify({ shim, hook: "exit 2" })}`))
  const { OpenHook: installed } = await import(pathToFileURL(copy))
  const hooks = await installed({ client: { tui: { showToast: async () => {} } }, directory: dir, worktree: dir })
  await assert.rejects(run(hooks), Error)
})

test("a shim that hangs is given up", { skip: process.platform === "win32" && "needs a script as the shim" }, async () => {
  const script = join(dir, "hangs")
  writeFileSync(script, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 })
  const start = Date.now()
  await assert.rejects(run(await open({}, { shim: script, timeout: 0.1, failClosed: true })), /did not answer/)
  assert.ok(Date.now() - start < 9000)
})

test("settings from the environment", async () => {
  process.env.OPENHOOK_SHIM = shim
  process.env.OPENHOOK_HOOK = "exit 2"
  process.env.OPENHOOK_FLAGS = "--tools shell"
  try {
    const p = await open({}, { shim: undefined, hook: undefined })
    await assert.rejects(run(p), Error)
    await run(p, { filePath: "a" }, { ...bash, tool: "read" })
    process.env.OPENHOOK_SHIM = join(dir, "missing")
    process.env.OPENHOOK_FAIL_CLOSED = "1"
    await assert.rejects(run(await open({}, { shim: undefined, hook: undefined })), /cannot be started/)
  } finally {
    for (const name of Object.keys(process.env)) if (name.startsWith("OPENHOOK_")) delete process.env[name]
  }
})
