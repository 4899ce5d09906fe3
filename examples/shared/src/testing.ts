export {
  goneModel,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from './testing/model-server.ts';
