// OpenHook for OpenCode (recorded with 1.18.33): runs your hook behind openhook-shim on what happens in a session, and
// obeys its answer. Each setting is an option of the plugin in opencode.json, else an environment variable:
//   hook        OPENHOOK_HOOK         the hook: a line for the shell, or a list of a program and its arguments (no shell)
//   shim        OPENHOOK_SHIM         openhook-shim, if it is not in PATH
//   flags       OPENHOOK_FLAGS        more of its flags, a list or separated by spaces: --tools shell
//   timeout     OPENHOOK_TIMEOUT      seconds that the hook may take, default 30; 5 s later we give up on the shim
//   failClosed  OPENHOOK_FAIL_CLOSED  true or 1: what keeps an answer from coming blocks the call, prompt or permission
import { spawn } from "node:child_process"
const FORWARD = new Set(["session.created", "session.idle", "session.deleted", "session.error", "session.compacted", "permission.asked", "permission.replied", "file.edited"])
const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v)
const quietly = async (f) => { try { return await f() } catch {} }
const denied = (a) => ["deny", "ask", "block"].includes(a.decision) || a.continue === false // nobody can be asked here
const why = (a) => String(a.reason || "Blocked by a hook")

const INSTALLED = {} // options that were written into this copy

function settings(options) {
  const o = options ?? INSTALLED, env = process.env
  const list = (v) => (Array.isArray(v) ? v.map(String) : String(v ?? "").split(/\s+/).filter(Boolean))
  const hook = o.hook ?? env.OPENHOOK_HOOK, flags = list(o.flags ?? env.OPENHOOK_FLAGS), n = Number(o.timeout ?? env.OPENHOOK_TIMEOUT)
  const seconds = n > 0 ? Math.min(n, 86400) : 30
  const closed = ["1", "true"].includes(String(o.failClosed ?? env.OPENHOOK_FAIL_CLOSED)) || flags.includes("--fail-closed")
  const argv = [String(o.shim ?? (env.OPENHOOK_SHIM || "openhook-shim")), "--timeout", `${seconds}s`, ...(closed ? ["--fail-closed"] : []), ...flags]
  if (hook) argv.push(...(Array.isArray(hook) ? ["--", ...hook.map(String)] : ["-c", String(hook)]))
  return { argv, closed, ms: seconds * 1000 + 5000 }
}

// run resolves to the shim's answer, or to {fault} if there is none; it never rejects and always ends.
function run(argv, ms, cwd, payload) {
  return new Promise((resolve) => {
    let p, timer, out = "", err = "", end = (answer) => { clearTimeout(timer); resolve(answer) }
    try {
      p = spawn(argv[0], argv.slice(1), { cwd, stdio: ["pipe", "pipe", "pipe"], windowsHide: true })
      const kill = () => { p.kill(); setTimeout(() => p.kill("SIGKILL"), 1000).unref?.() } // at TERM the shim takes the hook along
      timer = setTimeout(() => { end({ fault: `${argv[0]} did not answer within ${ms} ms` }); kill() }, ms)
      p.on("error", (e) => end({ fault: `${argv[0]} cannot be started: ${e.message}`, missing: e.code === "ENOENT" }))
      p.on("close", (code, signal) => {
        let a; try { a = out.trim() ? JSON.parse(out) : {} } catch {}
        if (code === 2) end({ ...(isObject(a) ? a : {}), decision: "deny", reason: a?.reason || err.trim() })
        else if (code !== 0) end({ fault: err.trim() || `${argv[0]} ended with ${signal ?? code}` })
        else end(isObject(a) ? a : { fault: `${argv[0]} printed no answer` })
      })
      p.stdout.setEncoding("utf8").on("data", (d) => { out += d })
      p.stderr.setEncoding("utf8").on("data", (d) => { err += d })
      p.stdin.on("error", () => {}) // it need not read everything
      p.stdin.end(JSON.stringify(payload))
    } catch (e) { end({ fault: `${argv[0]} cannot be started: ${e?.message}` }) }
  })
}

export const OpenHook = async ({ client, directory, worktree }, options) => {
  const { argv, closed, ms } = settings(options)
  const seen = new Set(), failed = new Set(), children = new Set(), aborted = new Set(), begun = new Map(), going = new Map()
  const toast = (message, variant = "info") => message && quietly(() => client.tui.showToast({ body: { message: String(message), variant } }))
  const ask = async (event, sid, extra, deniable) => {
    if (sid) seen.add(sid)
    const a = await run(argv, ms, directory, { source_tool: "opencode", hook_event_name: event, session_id: sid || "", cwd: directory, worktree, ...extra })
    toast(a.system_message)
    if (a.fault) quietly(() => client.app.log({ body: { service: "openhook", level: "error", message: a.fault } }))
    if (a.continue === false && event.startsWith("tool.")) aborted.add(sid), toast(why(a), "error"), quietly(() => client.session.abort({ path: { id: sid } }))
    return a.fault && (closed || (a.missing && process.env.OPENHOOK_REQUIRED === "1")) && deniable ? { decision: "deny", reason: a.fault } : a
  }
  const call = (i, args) => ({ tool_name: i.tool, tool_input: args ?? {}, tool_call_id: i.callID })
  return {
    "tool.execute.before": async (i, o) => {
      const a = await ask("tool.execute.before", i.sessionID, call(i, o.args), true)
      if (denied(a)) throw new Error(why(a))
      if (a.updated_input === undefined) return
      if (!isObject(a.updated_input) || !isObject(o.args)) throw new Error("A hook wants to change this call, and its input is no object")
      for (const k of Object.keys(o.args)) delete o.args[k] // in place: OpenCode ignores another object
      Object.assign(o.args, a.updated_input)
    },
    "tool.execute.after": async (i, o) => {
      const mcp = Array.isArray(o?.content) // a server's result comes as it is
      const a = await ask("tool.execute.after", i.sessionID, { ...call(i, i.args), status: "success", tool_response: mcp ? { content: o.content } : { title: o?.title, output: o?.output, metadata: o?.metadata } })
      if (!isObject(o)) return
      const u = a.updated_output, text = typeof u === "string" ? u : typeof u?.output === "string" ? u.output : JSON.stringify(u)
      if (u !== undefined && mcp) o.content.splice(0, Infinity, ...(Array.isArray(u?.content) ? u.content : [{ type: "text", text }]))
      else if (u !== undefined) o.output = text
      const more = [denied(a) ? why(a) : "", a.context].filter(Boolean).join("\n")
      if (more && mcp) o.content.push({ type: "text", text: more })
      else if (more) o.output = [o.output, more].filter(Boolean).join("\n")
    },
    "chat.message": async (i, o) => {
      const m = o.message ?? {}, parts = o.parts ?? [], by = m.model ?? i.model, sid = i.sessionID
      const prompt = parts.filter((p) => p.type === "text" && !p.synthetic).map((p) => p.text).join("\n")
      if (aborted.delete(sid) || going.get(sid) !== prompt) going.delete(sid) // the user's own
      const a = await ask("chat.message", sid, { prompt, message_id: m.id, agent: m.agent ?? i.agent, model: by && `${by.providerID}/${by.modelID}` }, true)
      if (denied(a)) { toast(why(a), "error"); throw new Error(why(a)) } // OpenCode shows "Unexpected server error"
      const text = [(await begun.get(sid))?.context, a.context].filter(Boolean).join("\n")
      begun.delete(sid)
      if (text) parts.push({ id: `prt_openhook${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`, sessionID: sid, messageID: m.id, type: "text", text, synthetic: true })
    },
    "experimental.session.compacting": async (i, o) => {
      o?.context?.push(...[(await ask("experimental.session.compacting", i.sessionID, {})).context].filter(Boolean))
    },
    event: ({ event }) => quietly(async () => {
      const p = event.properties ?? {}, t = p.part, sid = p.sessionID ?? t?.sessionID ?? p.info?.id
      if (event.type === "message.part.updated" && t?.type === "tool" && t.state?.status === "error" && !failed.has(t.id)) {
        failed.add(t.id) // a call that fails or is denied never comes to tool.execute.after
        await ask("tool.execute.after", sid, { ...call(t, t.state.input), status: "error", error: t.state.error })
      }
      if (p.error?.name === "MessageAbortedError") aborted.add(sid) // by the user
      if (!FORWARD.has(event.type)) return
      if (p.info?.parentID) children.add(sid)
      const asked = ask(event.type, sid, { properties: p, ...(event.type === "session.idle" && { stop_hook_active: going.has(sid) }) }, event.type === "permission.asked")
      if (event.type === "session.created") begun.set(sid, asked) // its context waits for the first prompt
      const a = await asked
      if (event.type === "session.deleted") for (const s of [seen, aborted, children, begun, going]) s.delete(sid)
      if (event.type === "permission.asked" && (a.decision === "allow" || a.decision === "deny" || a.continue === false))
        await client.postSessionIdPermissionsPermissionId({ path: { id: sid, permissionID: p.id }, body: { response: a.decision === "allow" && a.continue !== false ? "once" : "reject" } })
      if (event.type !== "session.idle") return
      going.delete(sid)
      await new Promise((end) => setTimeout(end, 100)) // that it was aborted is told after it is idle
      if (a.decision !== "deny" || a.continue === false || aborted.has(sid) || children.has(sid)) return // nobody waits for a subagent any more
      going.set(sid, why(a))
      await client.session.promptAsync({ path: { id: sid }, body: { parts: [{ type: "text", text: why(a) }] } })
    }),
    dispose: async () => { await Promise.all([...seen].map((sid) => ask("dispose", sid, {}))) },
  }
}
