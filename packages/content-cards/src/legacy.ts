export { readApprovalDocument, readPolicySet, readReviewLog } from './legacy/read-files.ts';
export { type DeckFiles, writeDeckFiles } from './legacy/write-files.ts';
export {
  cardOfSlide as fromSlide,
  slideOfCard as toSlide,
  type SlideState,
  toCardPath,
  toSlidePath,
} from './model/slide.ts';
