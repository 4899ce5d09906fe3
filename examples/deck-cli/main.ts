#!/usr/bin/env -S node --conditions=@kanmon/source
import { processHost } from './src/host.ts';
import { run } from './src/run.ts';

process.exitCode = await run(process.argv.slice(2), processHost());
