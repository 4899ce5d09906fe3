export {
  goneModel,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from './testing/model-server.ts';
export {
  type Ending,
  programArguments,
  type StartedProgram,
  startProgram,
} from './testing/start-program.ts';
