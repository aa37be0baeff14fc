# jq -nc -L docs/fleet 'include "fleet"; denied' log.jsonl
def o: .metadata["com.github.openhook"];
def today: .timestamp[:10] == (now | strftime("%Y-%m-%d"));
def short: [.timestamp, .user.id, .source.tool, .event_type, .data.action.name, .data.decision.reason // o.failed // o.warnings];
def by_call: group_by([o.host, .user.id, o.trace_id, o.span_id])[];

def denied: inputs | select(today and .data.decision.outcome == "deny") | short;
def unmet: inputs | select(today and o.wanted) | [o.wanted, o.enforced] + short;
def failed: inputs | select(today and o.failed) | [o.hook] + short;
def slow: [inputs | select(o.duration_ms)] | sort_by(-o.duration_ms)[:10][] | [o.duration_ms, o.hook, .source.tool];
def per_tool: [inputs] | group_by(.source.tool)[] | [.[0].source.tool, length];
def files: [inputs.data.files[]?] | group_by(.)[] | [length, .[0]];
def calls: [inputs] | by_call | map([.timestamp, .event_type, o.enforced]);
def unfinished: [inputs] | by_call | select(all(.event_type != "Action.After"))
  | map(select(.event_type == "Action.Before" and o.enforced != "deny"))[:1][] | short;
def once: [inputs] | group_by([o.host, .user.id, o.key, .timestamp[:16]])
  | map((map(select(.data.decision.outcome == "deny")) + .)[0]) | sort_by(.timestamp)[];
