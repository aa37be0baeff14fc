package mapping_test

import (
	"os"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

func TestMain(m *testing.M) {
	mapping.SetRegistry(&clients.Registry)
	os.Exit(m.Run())
}
