#!/usr/bin/env node
require('./native')('openhook-shim')
