/** Values of a gate while they arrive. */

export {
  createPartialReader,
  type DeepPartial,
  type PartialReader,
} from './gate/streaming/partial-reader.ts';
