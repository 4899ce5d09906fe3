import type { Rule } from '@kanmon/core/gate';
import { advisorShape } from '../report/report-shapes.ts';
import {
  advisorCriteria,
  advisorDescription,
  advisorDistinct,
  advisorLabel,
  advisorRisks,
  advisorStatus,
  advisorTwoOptions,
} from './advisor-option-rules.ts';
import { advisorFocus, advisorOneDecision, advisorTarget } from './advisor-target-rules.ts';
import { advisorFourFields, advisorPhrase, advisorText } from './advisor-text-rules.ts';
import type { ReportContext } from './report-context.ts';
import { shapeRule } from './shape-rule.ts';

/** Every rule for Advisor reports, in the order of their findings. */
export const advisorRules: readonly Rule<never, ReportContext>[] = Object.freeze([
  shapeRule('advisor/shape', advisorShape, () => false),
  advisorTwoOptions,
  advisorFourFields,
  advisorRisks,
  advisorTarget,
  advisorFocus,
  advisorText,
  advisorPhrase,
  advisorDescription('advisor/description', () => true, 'should'),
  advisorStatus,
  advisorCriteria,
  advisorLabel,
  advisorDistinct,
  advisorOneDecision,
]);
