import { byExpected, bySeverity, type Texts } from './texts.ts';

/** The strings of the seed (sections 3.1 to 3.4), as its validators give them. */
export const seedTexts: Texts = {
  required: '{place} is required',
  'wrong-type': byExpected('en', {
    string: '{place} must be a string',
    array: '{place} must be an array',
    object: '{place} must be an object',
  }),
  'too-many': '{place} must have at most {maximum} items',
  blank: {
    'organizer/child-text': '{place} is required',
    'advisor/four-fields': '{place} is required',
    '*': '{place} must be non-empty',
  },
  'unknown-node': {
    'advisor/target': 'target_node_id is not in valid node list',
    '*': "{field} '{id}' is not in valid node list",
  },
  'reason-missing': '{place} is required and non-empty',
  'too-few-children': '{place} must have at least 2 items',
  'too-few-options': '{place} must have at least 2 items',
  'too-few-risks': '{place} must have at least 1 item',
  'forbidden-phrase': {
    'organizer/phrase': 'summary or reason contains forbidden phrase (e.g. べき, してください)',
    'advisor/phrase': 'output contains forbidden word (e.g. ベスト, 推奨)',
    'organizer/phrase-child': '{place} could be phrased as a proposal ("{matched}")',
    '*': '{place} could do without a request ("{matched}")',
  },
  'unknown-status': '{place} is not a known status',
  'illegal-transition': '{place} cannot follow {from}',
  'target-mismatch': '{place} is not the requested node',
  'no-next-step': '{place} could suggest next step (e.g. まず◯◯)',
  'short-label': '{place} could be more specific',
  'group-too-small': '{place} should have at least 2 items',
  'duplicate-id': "{place} repeats '{id}'",
  'self-relation': '{place} relates a node to itself',
  'duplicate-relation': '{place} repeats an earlier relation',
  'nothing-proposed': 'no proposal was made',
  'description-missing': bySeverity('en', '{place} is required', '{place} is recommended'),
  'few-criteria': '{place} should have at least 2 items',
  'label-form': '{place} should contain 案/パターン/候補',
  'duplicate-option': '{place} repeats the label or next_action of an earlier option',
  'several-decisions': '{place} should be one decision',
};
