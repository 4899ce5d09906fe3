import type { LlmClient } from '@kanmon/core';
import { parseJson } from '@kanmon/core/kit';
import { openLines } from './prompts.ts';
import { wrapParagraph } from '../import/wrap.ts';
import { isRecord, type JsonValue, listOf, textOf } from '../model/json.ts';
import { defaultLimits } from '../model/limits.ts';

/** A model that needs no network: it reads the data of the prompt and answers deterministically. */
export function createMockDraftClient(): LlmClient {
  return {
    provider: 'mock',
    model: 'mock-local',
    capabilities: {
      jsonSchema: 'json-object',
      stream: false,
      temperature: false,
      system: 'message',
    },
    generate({ messages }) {
      const data = messages
        .map(({ content }) => readDataBlock(content))
        .find((block) => block !== null);
      const text = JSON.stringify(answer(isRecord(data) ? data : {}));
      return Promise.resolve({
        text,
        finish: 'stop',
        usage: { inputTokens: 0, outputTokens: 0 },
        provider: 'mock',
        model: 'mock-local',
        latencyMs: 0,
        warnings: [],
      });
    },
  };
}

/** The first value of the first data block of a prompt, or null. */
function readDataBlock(prompt: string): JsonValue | null {
  const found = /^<(data-[0-9a-f]{16})>\n(.*)$/mu.exec(prompt);
  try {
    return found === null ? null : parseJson(found[2] ?? '');
  } catch {
    return null;
  }
}

function answer(data: Readonly<Record<string, unknown>>): {
  title: string;
  body: string[];
  note: string;
} {
  const spec = isRecord(data['spec']) ? data['spec'] : {};
  const slide = isRecord(data['slide']) ? data['slide'] : {};
  const texts = (key: string): string[] => listOf(slide[key]).map((each) => textOf(each));
  const reference = textOf(data['reference']).split('\n');
  const chosen = [texts('bullets'), texts('textboxes'), [textOf(slide['subtitle'])], reference]
    .map((lines) => lines.map((line) => line.trim()).filter((line) => line !== ''))
    .find((lines) => lines.length > 0);
  const body = (chosen ?? [])
    .flatMap((line) => wrapParagraph(line, defaultLimits))
    .slice(0, defaultLimits.bodyLines);
  return {
    title:
      textOf(slide['title']).trim() || `${textOf(spec['title'])} (${textOf(slide['id'])})`.trim(),
    body: body.length > 0 ? body : [openLines[spec['locale'] === 'en' ? 'en' : 'ja'].empty],
    note: textOf(spec['policy']),
  };
}
