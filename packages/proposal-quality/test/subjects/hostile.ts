import { type HostileTarget, hostileTarget } from '@kanmon/test-support';
import {
  advisorGate,
  advisorPhrases,
  buildCorrectionPrompt,
  findForbidden,
  organizerGate,
  organizerPhrases,
  validateAdvisorReport,
  validateDiff,
  validateOrganizerReport,
} from '../../src/index.ts';
import { samples } from '../../src/testing.ts';

// The validators with the text in each member that is a text, and the other functions that read text.

/** The value with each text replaced by `text`. */
function filled(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => filled(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, filled(member, text)]),
  );
}

/** The value with `text` added to each text, which leaves ids and choices unknown but the rest of the sense. */
function extended(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value.length > 8 ? value + text : value;
  if (Array.isArray(value)) return value.map((item) => extended(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, extended(member, text)]),
  );
}

const sampleOf = (role: 'organizer' | 'advisor') =>
  samples.find((sample) => sample.role === role && sample.id.endsWith('2'));
const organizer = sampleOf('organizer');
const advisor = sampleOf('advisor');
const prose = ['japanese', 'english', 'markdown', 'odd', 'kana', 'wide'] as const;

export const organizerTexts: HostileTarget = hostileTarget(prose, (text) =>
  validateOrganizerReport(filled(organizer?.valid, text), ['n1']),
);
export const organizerProse: HostileTarget = hostileTarget(prose, (text) =>
  organizerGate.validate(extended(organizer?.valid, text), { validNodeIds: ['n1'] }),
);
export const advisorTexts: HostileTarget = hostileTarget(prose, (text) =>
  validateAdvisorReport(filled(advisor?.valid, text), ['n1']),
);
export const advisorProse: HostileTarget = hostileTarget(prose, (text) =>
  advisorGate.validate(extended(advisor?.valid, text), { validNodeIds: ['n1'] }),
);
export const phrases: HostileTarget = hostileTarget(prose, (text) => {
  findForbidden(text, organizerPhrases);
  return findForbidden(text, advisorPhrases);
});
export const correction: HostileTarget = hostileTarget(
  ['wide', 'english', 'markdown', 'odd'],
  (text) => buildCorrectionPrompt([text, ...text.split('a').slice(0, 50)], [text.slice(0, 60)]),
);
export const diffs: HostileTarget = hostileTarget(['odd', 'paths', 'japanese'], (text) => {
  const diff = {
    diff_id: text,
    changes: text.split('a').map((id) => ({ node_id: id, value: text })),
  };
  return validateDiff(diff, { nodes: [] });
});
