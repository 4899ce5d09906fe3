import { readFaq, shopRules } from '@kanmon/example-shared';
import type { Environment } from '@kanmon/example-shared/provider-client';
import { safeJson, safeText } from '@kanmon/example-shared/safe-text';
import { type DialogResponse, replayDialog } from '@kanmon/multistep-planner';
import { type Assembly, assemble } from '../assemble.ts';
import { createFakeCrew, type CrewMood } from '../fake-crew.ts';
import { type Listening, listen } from '@kanmon/example-shared/listen';
import { mismatches } from './mismatches.ts';
import type { StoryLine } from './read-story.ts';

/** The environment and the output of a story. */
export interface Telling {
  readonly environment: Environment;
  readonly output: { write(text: string): unknown };
  readonly json: boolean;
}

/** Enough for a stand-in on a busy machine; the slow one never comes. */
const crewTimeoutMs = 2000;
const knownSources = new Set(readFaq('ja').map(({ id }) => id));

/**
 * Plays each dialog against a separate agent and writes the responses; true when all match the story.
 * With a real model only what must hold with any model decides: sources that exist, and a journal that
 * replays.
 */
export async function tellStory(story: readonly StoryLine[], telling: Telling): Promise<boolean> {
  let isKept = true;
  for (const [dialog, lines] of Map.groupBy(story, ({ dialog: name }) => name)) {
    const kept = await tellDialog(dialog, lines, telling);
    isKept &&= kept;
  }
  return isKept;
}

async function tellDialog(
  dialog: string,
  lines: readonly StoryLine[],
  telling: Telling,
): Promise<boolean> {
  const crew = await startCrew(lines[0]?.crew);
  const assembly = await assemble(
    {
      mode: crew === undefined ? 'local' : 'crew',
      crewTimeoutMs,
      ...(crew === undefined ? {} : { crewUrl: crew.url }),
    },
    telling.environment,
    () => {},
  );
  try {
    return await playTurns(dialog, lines, assembly, telling);
  } finally {
    await assembly.store.close();
    await crew?.close();
  }
}

async function playTurns(
  dialog: string,
  lines: readonly StoryLine[],
  { agent, store, client }: Assembly,
  { output, json }: Telling,
): Promise<boolean> {
  const isLive = client !== undefined;
  let isKept = true;
  for (const { say, expect } of lines) {
    const response = await agent.turn({ sessionId: 'story', message: say });
    const wrong = mismatches(response, expect);
    const unknown = sourcesOf(response).filter((id) => !knownSources.has(id));
    isKept &&= unknown.length === 0 && (isLive || wrong.length === 0);
    output.write(
      json
        ? `${safeJson({ dialog, say, response, wrong: [...wrong, ...unknown] })}\n`
        : safeText(lineOf(dialog, say, response, wrong)),
    );
  }
  const replay = await replayDialog(store.read('dialog/default/story'), shopRules);
  if (!replay.ok) output.write(`✗ ${dialog}: the journal leads to other answers\n`);
  return isKept && replay.ok;
}

async function startCrew(mood: CrewMood | undefined): Promise<Listening | undefined> {
  if (mood === undefined) return undefined;
  return listen(createFakeCrew(mood), { host: '127.0.0.1', port: 0 });
}

function sourcesOf({ meta }: DialogResponse): readonly string[] {
  return (meta?.sources ?? []).map(({ id }) => id);
}

function lineOf(
  dialog: string,
  say: string,
  response: DialogResponse,
  wrong: readonly string[],
): string {
  const mark = wrong.length === 0 ? '✓' : '✗';
  const came = response.clarifyingQuestions?.join(' ') ?? sourcesOf(response).join(', ');
  const fallback =
    response.meta?.fallback === undefined ? '' : ` (${response.meta.fallback.reason})`;
  const faults = wrong.map((fault) => `    ${fault}\n`).join('');
  return `${mark} ${dialog}: ${say} -> ${came === '' ? (response.answer ?? '') : came}${fallback}\n${faults}`;
}
