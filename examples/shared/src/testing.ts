export {
  goneModel,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from './testing/model-server.ts';
export { type Ending, type StartedProgram, startProgram } from './testing/start-program.ts';
