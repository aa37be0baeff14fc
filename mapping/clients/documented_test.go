package clients

import (
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// What looks like one of them and is another's, or nobody's.
func TestDocumentedDetected(t *testing.T) {
	for payload, source := range map[string]string{
		`{"event":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{}}`:                                       "crush",
		`{"event":"OfTomorrow","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{}}`:                                       "crush",
		`{"event":"PreToolUse","session_id":"s","matcher_context":"shell","cwd":"/p","tool_name":"shell","tool_input":{}}`:            "goose",
		`{"event":"OfTomorrow","session_id":"s","matcher_context":"shell"}`:                                                           "goose",
		`{"event":"PreToolUse","session_id":"s","working_dir":"/p","tool_name":"shell","tool_input":{}}`:                              "goose",
		`{"event":"Stop","session_id":"s","last_assistant_message":"done"}`:                                                           "goose",
		`{"event":"OfTomorrow","session_id":"s"}`:                                                                                     "unknown",
		`{"hook_event_name":"pre_tool","session_id":"s","transcript_path":"","cwd":"/p","parent_session_id":null,"tool_name":"bash"}`: "mistral-vibe",
		`{"hook_event_name":"before_tool","session_id":"s","cwd":"/p","tool_name":"bash"}`:                                            "mistral-vibe",
		`{"event_type":"before_tool","session_id":"s","cwd":"/p"}`:                                                                    "unknown",
		`{"conversationId":"c","hook_event_name":"PreToolUse","workspacePaths":[]}`:                                                   "unknown",
		`{"conversationId":"c","sessionId":"s"}`:                                                                                      "unknown",
		`{"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"FileChanged","event":"change","file_path":"/p/a"}`:    "claude-code",
	} {
		if got := detected(t, payload, "", map[string]string{"CRUSH": "1", "AGENT": "crush"}).Source; got != source {
			t.Errorf("%s: %s, want %s", payload, got, source)
		}
	}
	for event, typ := range map[string]string{"before_tool": mapping.ToolStart, "after_tool": mapping.ToolEnd,
		"post_agent_turn": mapping.AgentStop,
		"pre_tool":        mapping.ToolStart, "post_tool": mapping.ToolEnd, "post_agent": mapping.AgentStop} {
		call := detected(t, `{"hook_event_name":"`+event+`","session_id":"s","cwd":"/p","parent_session_id":"q","tool_status":"cancelled","duration_ms":1.6}`, "", nil)
		if call.Type != typ || call.Text(mapping.AgentParentID) != "q" ||
			typ == mapping.ToolEnd && (call.Text(mapping.Status) != "error" || call.Text(mapping.DurationMS) != "2") {
			t.Errorf("%s: %s, status %q, %s ms", event, call.Type, call.Text(mapping.Status),
				call.Text(mapping.DurationMS))
		}
	}
}
