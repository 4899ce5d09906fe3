import type { Rule } from '@kanmon/core/gate';
import { organizerShape } from '../report/report-shapes.ts';
import {
  organizerFocus,
  organizerKnownIds,
  organizerStatus,
  organizerTwoChildren,
} from './organizer-place-rules.ts';
import {
  organizerLabelLength,
  organizerNextStep,
  organizerStructure,
  organizerThin,
} from './organizer-should-rules.ts';
import {
  organizerChildText,
  organizerLabels,
  organizerPhrase,
  organizerPhraseChild,
  organizerPhrasePolite,
  organizerReason,
  organizerSummary,
} from './organizer-text-rules.ts';
import type { ReportContext } from './report-context.ts';
import { shapeRule } from './shape-rule.ts';

/** `organizer/reason` and `organizer/two-children` speak for these, whatever is wrong with them. */
const spokenFor =
  /^\/(?:decomposition|grouping|relation)_proposals\/\d+\/reason$|^\/decomposition_proposals\/\d+\/suggested_children$/;

/** Every rule for Organizer reports, in the order of their findings. */
export const organizerRules: readonly Rule<never, ReportContext>[] = Object.freeze([
  shapeRule(
    'organizer/shape',
    organizerShape,
    ({ code }, path) => code !== 'too-many' && spokenFor.test(path),
  ),
  organizerSummary,
  organizerKnownIds,
  organizerReason,
  organizerTwoChildren,
  organizerChildText,
  organizerLabels,
  organizerPhrase,
  organizerStatus,
  organizerFocus,
  organizerNextStep,
  organizerLabelLength,
  organizerPhraseChild,
  organizerPhrasePolite,
  organizerStructure,
  organizerThin,
]);
