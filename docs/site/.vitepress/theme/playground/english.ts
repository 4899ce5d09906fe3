import { endlessRule, fence, schemaOf } from './sample-parts.ts';
import type { Samples } from './edition.ts';

const texts = {
  title: 'Playground',
  lead: 'Try the gates on your own text. All of it runs in this page: nothing that you type is sent anywhere.',
  tabs: { answer: 'Answer', rule: 'Rule', terms: 'Terms', plan: 'Plan' },
  abouts: {
    answer:
      'Finds the JSON in what a model wrote, names each repair, and judges the value by your schema.',
    rule: 'Runs a rule in TypeScript on a value. The code runs in a sandbox without network and storage, for one second at most.',
    terms: 'Looks for each term of a request in the tasks of a plan.',
    plan: 'Plans the searches for a message and its history, by rules alone.',
  },
  sample: 'Sample',
  ownText: 'Own text',
  copyLink: 'Copy link',
  copied: 'The link is copied.',
  notCopied: 'The browser did not allow copying. The address of this page is the link.',
  tooLong: 'The text is too long for a link.',
  badLink: 'The link is damaged or was not made by this page. A sample is shown instead.',
  loading: 'Loading',
  late: 'Ended after 3 seconds. A pattern in the schema may backtrack without end.',
  failed: 'This did not work:',
  fields: {
    answer: 'Answer of a model',
    schema: 'JSON Schema',
    code: 'Rules in TypeScript',
    value: 'Value (JSON)',
    context: 'Context (JSON)',
    request: 'Request',
    planTasks: 'Plan, one task a line',
    message: 'Message',
    history: 'History, one turn a line',
  },
  hints: {
    history: 'Begin a line with “user:” or “assistant:”.',
  },
  passed: 'Passed',
  refused: 'Refused',
  cutOff: 'Cut off',
  notFound: 'No value',
  asRead: 'The answer as it was read',
  pick: 'Point at a mark or choose a repair to see its meaning.',
  noRepairs: 'Nothing had to be repaired.',
  repairs: 'Repairs',
  classes: { lossless: 'lossless', guess: 'guess', lossy: 'lossy' },
  classMeanings: {
    lossless: 'only one reading is possible',
    guess: 'the best of several readings',
    lossy: 'something is gone',
  },
  outside: 'not part of the value',
  value: 'Extracted value',
  findings: 'Findings',
  noFindings: 'The value fits.',
  correction: 'Correction prompt',
  modes: {
    patch: 'asks for a patch of the failing places',
    full: 'asks for the whole answer again',
    continue: 'asks for the rest of the answer',
  },
  schemaInvalid: 'The schema is invalid:',
  must: 'must',
  should: 'should',
  wholeValue: 'whole value',
  run: 'Run',
  running: 'Running',
  runHint: 'Nothing runs before you press Run. In the editor: Ctrl+Enter.',
  ruleLate: 'Ended after one second. The page goes on.',
  ruleStages: {
    value: 'The value is not JSON:',
    context: 'The context is not JSON:',
    code: 'The code failed:',
    rules: 'The rules are not usable:',
    none: 'The code exports no rule. Export what defineRule returns.',
    answer: 'The code did not return a result that can be read.',
  },
  judgedBy: 'Rules',
  decisions: { accept: 'Accepted', warn: 'Accepted with warnings', reject: 'Rejected' },
  reasons: 'Reasons',
  termTable: 'Terms',
  termKind: 'kind',
  termMethod: 'found by',
  termPick: 'Choose a term to see its places.',
  noTerms: 'The request names no term that can be checked.',
  statuses: {
    preserved: 'preserved',
    uncertain: 'uncertain',
    missing: 'missing',
    violated: 'violated',
    clear: 'left out, as asked',
  },
  surenesses: { lost: 'lost', likely: 'likely lost', unsure: 'unsure', found: '' },
  verdictReasons: {
    found: 'found',
    'partly-found': 'partly found',
    'only-negated': 'only out of scope',
    'number-changed': 'another number',
    'not-found': 'not found',
    'excluded-term-present': 'excluded, but planned',
    'excluded-term-absent': 'excluded and not planned',
  },
  requestRead: 'Request',
  planRead: 'Plan',
  repairPrompt: 'Prompt for the planner',
  steps: 'Steps',
  stepTypes: {
    search: 'Search',
    followup_search: 'Follow-up search',
    clarify: 'Ask back',
    answer: 'Answer',
  },
  styles: { faq: 'short answer', step_by_step: 'step by step' },
  confidence: 'Confidence',
  confidences: { high: 'high', medium: 'medium', low: 'low' },
  scores: { clarify: 'Need to ask back', followup: 'Depends on the history' },
  planReasons: {
    'empty-message': 'The message has no letter and no digit.',
    'no-content': 'The message names nothing that can be searched.',
    chitchat: 'The message is a greeting, thanks or small talk.',
    'pending-dropped': 'The message does not answer the open question.',
    'topic-switch': 'The message announces another subject.',
    'several-intents': 'The message has several questions; each gets a search.',
    'unclear-part-left-out': 'A part of the message is unclear and is not searched.',
    'clarify-suppressed': 'A question would repeat an earlier one.',
    'followup-demonstrative': 'A word like “it” refers to the history.',
    'followup-elaboration': 'The message asks for more on the same subject.',
    'followup-ellipsis': 'The message is incomplete without the history.',
    'followup-opener': 'The message begins like a follow-up.',
    'followup-zero-anaphora': 'The message leaves its subject out.',
    'pending-value': 'The message gives the detail that was asked for.',
    'pending-picked': 'The message picks one of the offered things.',
    'pending-refused': 'The message refuses to give the detail.',
    'terms-carried': 'Words of the history were added to the search.',
    'intent-dropped': 'There are more questions than searches are allowed.',
    clarify: 'A detail is missing, so the plan asks for it.',
    'clarify-answered-by-history': 'The history has the detail that the message lacks.',
    'demonstrative-without-antecedent': 'A word like “it” refers to nothing in the history.',
    'attribute-without-owner': 'A property is named, but not the thing that has it.',
    'personal-without-identifier': 'A personal matter is named without its number.',
    'required-slot-empty': 'A detail that this topic needs is missing.',
    'choice-without-criterion': 'A choice is asked for without a criterion.',
    'instruction-dropped': 'An instruction to the assistant was removed from the search.',
    'history-truncated': 'Only the latest messages of the history were read.',
    'message-truncated': 'Only the beginning of the message was read.',
    'characters-dropped': 'Invisible characters were removed.',
  },
};

const samples: Samples = {
  answer: [
    {
      title: 'Broken JSON inside prose',
      state: {
        answer: `Sure! Here is the plan you asked for:

${fence}json
{
  title: 'Release 2.4',  // working title
  "owner": "mika",
  "tasks": [
    { "text": "Write the FAQ", "days": 2, },
    { "text": "Check the links" "days": "one" },
  ],
  "draft": True
}
${fence}

Tell me if anything is missing.`,
        schema: schemaOf('["mika", "ken"]'),
      },
    },
    {
      title: 'An answer that was cut off',
      state: {
        answer: `{
  "title": "Release 2.4",
  "owner": "ken",
  "tasks": [
    { "text": "Write the FAQ", "days": 2 },
    { "text": "Check the li`,
        schema: schemaOf('["mika", "ken"]'),
      },
    },
    {
      title: 'An answer that passes',
      state: {
        answer: `Here you are: {title: 'Release 2.4', owner: 'ken', tasks: [{text: 'Write the FAQ', days: 2}]}`,
        schema: schemaOf('["mika", "ken"]'),
      },
    },
  ],
  rule: [
    {
      title: 'Owners must be on the team',
      state: {
        code: `import { defineRule } from '@kanmon/core/gate';

interface Context {
  readonly team: readonly string[];
}

export const knownOwner = defineRule({
  id: 'known-owner',
  select: ['/tasks/*/owner'],
  messages: { unknown: '{owner} is not on the team' },
  check(owner: string, context: Context, report) {
    if (context.team.includes(owner)) return;
    report('unknown', { params: { owner } });
  },
});

export const realisticDays = defineRule({
  id: 'realistic-days',
  severity: 'should',
  select: ['/tasks/*/days'],
  messages: { long: '{days} days are long for one task' },
  check(days: number, _context, report) {
    if (days > 5) report('long', { params: { days } });
  },
});`,
        value: `{
  "tasks": [
    { "text": "Write the FAQ", "owner": "mika", "days": 2 },
    { "text": "Check the links", "owner": "bob", "days": 9 }
  ]
}`,
        context: '{ "team": ["mika", "ken"] }',
      },
    },
    { title: 'A rule that never ends', state: endlessRule },
  ],
  terms: [
    {
      title: 'A replan that lost something',
      state: {
        request:
          'Finish the login within 3 seconds and return GET /items as CSV. Printing is not needed.',
        plan: `T1: Finish the login within 30 seconds
T2: Implement \`GET /items/old\` and return it as CSV
T3: Add a print button`,
      },
    },
    {
      title: 'The same promise in other words',
      state: {
        request:
          'Finish the login within 3 seconds and return GET /items as CSV. Printing is not needed.',
        plan: `T1: The login is finished within 3,000 ms
T2: Implement \`GET /items\`, which returns CSV`,
      },
    },
  ],
  plan: [
    {
      title: 'A follow-up',
      state: {
        message: 'And to Canada?',
        history: `user: How much is express shipping to Germany?
assistant: Express shipping to Germany is 24 euros.`,
      },
    },
    {
      title: 'Two questions in one',
      state: {
        message: 'How long do I have to return shoes, and who pays for the return shipping?',
        history: '',
      },
    },
    {
      title: 'An unclear message',
      state: { message: "It doesn't work.", history: '' },
    },
    {
      title: 'A correction',
      state: {
        message: 'Not the red one, the blue one.',
        history: `user: Is the red backpack in stock?
assistant: The red backpack is in stock.`,
      },
    },
  ],
};

/** The playground in English. */
export const english = { language: 'en', texts, samples } as const;
