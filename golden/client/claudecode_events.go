package client

import (
	"encoding/json"
	"slices"
	"strings"
)

// ccBlock is what a block (decision "block", permissionDecision "deny", exit 2) does.
type ccBlock int

const (
	ccNothing ccBlock = iota // cannot block: exit 2 is a failed hook
	ccIgnored                // exit 2 and decision "block" are not even reported
	ccStops                  // the action does not happen
	ccGoesOn                 // the agent may not stop
	ccEnds                   // the turn ends
	ccTells                  // too late to stop: only the reason counts
)

// ccTo is who gets a text: the model, the user, or both.
type ccTo int

const (
	ccModel ccTo = 1 << iota
	ccUser
)

type ccEvent struct {
	name   string
	block  ccBlock
	json   bool   // decision "block" blocks as exit 2 does
	reason ccTo   // who gets the reason of a block
	text   ccTo   // who gets plain stdout
	ctx    bool   // additionalContext reaches the model
	ends   bool   // continue:false is obeyed
	prompt bool   // the action is a prompt: stopped, nothing is sent to the model
	script bool   // exit 2 from a missing script is no block
	mute   bool   // systemMessage is not shown
	fields string // hookSpecificOutput, as in ccTop
}

// Known fields as name:kind. A kind with bars is the list of legal words.
const (
	ccTop = "continue:bool suppressOutput:bool stopReason:string decision:approve|block reason:string " +
		"systemMessage:string terminalSequence:string hookSpecificOutput:object async:bool asyncTimeout:number"
	ccVerdict = "behavior:allow|deny message:string interrupt:bool updatedInput:object updatedPermissions:array"
	ccContext = "additionalContext:string"
	ccAction  = "action:accept|decline|cancel content:object"
)

// ccEvents are the 33 hook events of 2.1.328. A cell is empty unless a run shows
// otherwise, or the vendor's documentation does (TeammateIdle).
var ccEvents = []ccEvent{
	{name: "SessionStart", text: ccModel, ctx: true,
		fields: ccContext + " sessionTitle:string initialUserMessage:string watchPaths:array reloadSkills:bool"},
	{name: "Setup", fields: ccContext}, // setup-ctx: the field is legal, the model never sees it
	{name: "SessionEnd", mute: true},
	{name: "UserPromptSubmit", block: ccStops, json: true, reason: ccUser, text: ccModel, ctx: true, ends: true, prompt: true,
		fields: ccContext + " sessionTitle:string suppressOriginalPrompt:bool"},
	{name: "UserPromptExpansion", block: ccStops, json: true, reason: ccUser, ctx: true, prompt: true,
		fields: ccContext + " suppressOriginalPrompt:bool"},
	{name: "PreToolUse", block: ccStops, json: true, reason: ccModel | ccUser, ctx: true, ends: true,
		fields: ccContext + " permissionDecision:allow|deny|ask|defer permissionDecisionReason:string updatedInput:object"},
	{name: "PermissionRequest", block: ccIgnored, reason: ccModel | ccUser, fields: "decision:object"}, // pr-exit2, pr-continue-false
	{name: "PermissionDenied", fields: "retry:bool"},
	{name: "PostToolUse", block: ccTells, json: true, reason: ccModel, ctx: true, ends: true,
		fields: ccContext + " updatedToolOutput:any updatedMCPToolOutput:any"},
	{name: "PostToolUseFailure", block: ccTells, json: true, reason: ccModel, ctx: true, fields: ccContext}, // fail-contfalse
	{name: "PostToolBatch", block: ccEnds, json: true, ctx: true, ends: true, fields: ccContext},            // batch-block: the reason goes nowhere
	{name: "Stop", block: ccGoesOn, json: true, reason: ccModel | ccUser, ctx: true, ends: true, script: true, fields: ccContext},
	{name: "SubagentStop", block: ccGoesOn, json: true, reason: ccModel | ccUser, ctx: true, ends: true, script: true, fields: ccContext},
	{name: "StopFailure", mute: true},
	{name: "SubagentStart", ctx: true, fields: ccContext},
	{name: "TeammateIdle", block: ccGoesOn, json: true, reason: ccModel, script: true},
	{name: "TaskCreated", block: ccStops, json: true, reason: ccModel},
	{name: "TaskCompleted", block: ccStops, json: true, reason: ccModel, script: true}, // tasks-cf
	{name: "PreCompact", block: ccStops, json: true, reason: ccUser, text: ccModel},
	{name: "PostCompact", text: ccUser},
	{name: "PreModelSwitch", block: ccStops, reason: ccUser,
		fields: "permissionDecision:allow|deny|ask permissionDecisionReason:string"},
	{name: "PostModelSwitch", text: ccModel, ctx: true, fields: ccContext},
	{name: "Notification", fields: ccContext},
	{name: "Elicitation", block: ccStops, fields: ccAction},
	{name: "ElicitationResult", block: ccStops, fields: ccAction},
	{name: "ConfigChange", block: ccStops, json: true},
	{name: "InstructionsLoaded", mute: true},
	{name: "CwdChanged", fields: "watchPaths:array"},
	{name: "FileChanged", fields: "watchPaths:array"},
	{name: "DirectoryAdded"},
	{name: "WorktreeCreate"}, // worktree-json: takes no answer of this kind, see ccRun.worktree
	{name: "WorktreeRemove", mute: true},
	{name: "MessageDisplay", fields: "displayContent:string"},
}

// ccObject is a JSON object with its values as they were sent.
type ccObject map[string]json.RawMessage

// ccParse returns nil unless b is one JSON object.
func ccParse(b []byte) (o ccObject) {
	if json.Unmarshal(b, &o) != nil {
		return nil
	}
	return o
}

func (o ccObject) object(name string) ccObject { return ccParse(o[name]) }

func (o ccObject) text(name string) (s string) {
	if json.Unmarshal(o[name], &s) != nil {
		return ""
	}
	return s
}

// valid reports whether the known fields of o have their kind. Unknown fields are free.
func (o ccObject) valid(fields string) bool {
	for f := range strings.FieldsSeq(fields) {
		name, kind, _ := strings.Cut(f, ":")
		v := o[name]
		if v == nil || kind == "any" || kind == ccKind(v) {
			continue
		}
		if !strings.Contains(kind, "|") || !slices.Contains(strings.Split(kind, "|"), o.text(name)) {
			return false
		}
	}
	return true
}

func ccKind(v json.RawMessage) string {
	switch v[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}
