#!/usr/bin/env node
import { takeStreams } from './own-streams.ts';
import { printFailure, run, type Surroundings } from './run.ts';

const surroundings: Surroundings = {
  words: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  streams: takeStreams(process),
  end: (code) => process.exit(code),
};

// Thrown outside of every call: often an error event of a connection that the configuration file opened.
process.on('uncaughtException', (error) => process.exit(printFailure(error, surroundings)));

process.exitCode = await run(surroundings);
// A connection that the configuration file opened would keep the process alive for ever.
await surroundings.streams.flushed();
process.exit();
