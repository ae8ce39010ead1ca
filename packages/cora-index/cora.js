#!/usr/bin/env node
import './announce.js';

await import('cora-query/cli');
