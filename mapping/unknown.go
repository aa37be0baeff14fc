package mapping

// unnamed is an event that a dialect's table does not have.
var unnamed = Event{
	Forms: Forms{to: [wishCount]Form{WishDeny: "#exit=2 #stderr=$reason"}},
}
