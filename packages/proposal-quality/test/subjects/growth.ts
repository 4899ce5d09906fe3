import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import {
  advisorPhrases,
  findForbidden,
  organizerPhrases,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../../src/index.ts';

export const phrases: Subject<TextShape> = onText((text) => {
  findForbidden(`${text}ベスト`, advisorPhrases);
  findForbidden(`${text}ベスト`, organizerPhrases);
});

/** Judges a report with one long text, and lists that are as long. */
export const report: Subject<'organizer' | 'advisor'> = (size, role) => {
  const validate = role === 'organizer' ? validateOrganizerReport : validateAdvisorReport;
  const text = 'べき「ﾍﾞｽﾄ'.repeat(size);
  const length = size / 50;
  const value = {
    summary: text,
    options: Array.from({ length }, () => ({ risks: [text.slice(0, 100)] })),
    relation_proposals: Array.from({ length }, () => ({ reason: text.slice(0, 90) })),
  };
  return () => validate(value, ['n1']);
};
