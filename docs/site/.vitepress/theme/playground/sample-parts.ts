import type { TabState } from './link.ts';

export const fence = '```';

export const schemaOf = (owners: string): string => `{
  "type": "object",
  "required": ["title", "owner", "tasks"],
  "properties": {
    "title": { "type": "string", "maxLength": 40 },
    "owner": { "enum": ${owners} },
    "tasks": {
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "required": ["text", "days"],
        "properties": {
          "text": { "type": "string" },
          "days": { "type": "integer", "minimum": 1 }
        }
      }
    }
  }
}`;

export const endlessRule: TabState<'rule'> = {
  code: `import { defineRule } from '@kanmon/core/gate';

export const endless = defineRule({
  id: 'endless',
  messages: { never: 'is never reported' },
  check() {
    for (;;) {}
  },
});
`,
  value: '{}',
  context: 'null',
};
