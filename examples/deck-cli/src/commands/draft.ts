import { resolve } from 'node:path';
import { type AiLogEntry, draftCards, importSources } from '@kanmon/content-cards';
import { sourceOf, sourceTools } from '@kanmon/example-shared/content-sources';
import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { DeckError } from '../deck-error.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { draftModel } from '../model.ts';
import { openDeck } from '../open-deck.ts';
import { choosePolicy, readPolicies } from '../policy.ts';
import { readJson } from '../read-text.ts';
import { alreadyThere, knownCards, storeCards } from '../store-cards.ts';

const draftOptionsSchema = z.object({
  aiOutput: z.string().optional(),
  aiMeta: z.string().optional(),
  reference: z.string().optional(),
  allowAddress: z.array(z.string()).default([]),
  limit: z.coerce.number().int().min(1).optional(),
  update: z.boolean().default(false),
});

const specSchema = z.looseObject({
  meta: z.looseObject({ title: z.string().optional() }).optional(),
  slides: z.array(z.looseObject({ id: z.string() })).min(1),
});

/** `deck draft <spec>`: the model drafts the slides of a spec; with `--update` only those that lack a draft or were returned. */
export async function draft(
  context: CliContext,
  specPath: string,
  options: unknown,
): Promise<CommandResult> {
  const { aiOutput, aiMeta, reference, allowAddress, limit, update } =
    draftOptionsSchema.parse(options);
  const { clock, locale, signal, output, say, environment } = context;
  const spec = readSpec(specPath, context);
  const plan = planOutputs(context, {
    files: ['content_ai_log.json', 'ai_generation_meta.json'],
    names: { 'content_ai_log.json': aiOutput, 'ai_generation_meta.json': aiMeta },
    inputs: reference === undefined ? [specPath] : [specPath, reference],
  });
  const policies = readPolicies(context);
  const policy = choosePolicy(policies, context);
  const llm = await draftModel(environment);
  const material =
    reference === undefined ? undefined : await readReference(reference, allowAddress, context);
  const source = [JSON.stringify(spec), material ?? ''].join('\n');

  const deck = await openDeck(context, { mode: 'write', source });
  try {
    const known = await knownCards(context, deck);
    const there = spec.slides.flatMap(({ id }) => (known.has(id) ? [id] : []));
    if (!update && there.length > 0) throw alreadyThere(there, context);
    const wanted = spec.slides.filter(
      ({ id }) => (known.get(id)?.status ?? 'returned') === 'returned',
    );
    const slides = wanted.slice(0, limit);
    if (slides.length === 0) {
      return {
        data: { created: [], updated: [], failed: [] },
        lines: [say('作り直す草案はありません', 'there is nothing to draft anew')],
      };
    }
    const progress = output.progress(slides.length);
    const drafted = await draftCards(
      { ...spec, slides },
      {
        policies,
        policyId: policy.id,
        llm,
        locale,
        clock,
        signal,
        ...(material === undefined ? {} : { reference: material }),
        onEvent(event) {
          if (event.type === 'slide-drafted' && !signal.aborted) progress.step(event.slide_id);
        },
      },
    ).finally(() => progress.end());
    // An answer that was cut off by Ctrl-C is no draft.
    signal.throwIfAborted();
    for (const entry of drafted.log) report(entry, context);

    const failed = drafted.log
      .filter(({ warnings }) => warnings.includes('draft_failed'))
      .map(({ slide_id }) => slide_id);
    const cards = drafted.cards.filter(({ slide_id }) => !failed.includes(slide_id));
    if (cards.length === 0) throw noDrafts(failed, context);
    const stored = await storeCards(context, deck, cards, { update });
    const files = await writeOutputs(context, deck, plan, {
      generationMeta: drafted.meta,
      aiLog: drafted.log,
      meta: drafted.document.meta,
    });
    const count = stored.created.length + stored.updated.length;
    return {
      data: { ...stored, failed, model: drafted.meta.model, usage: drafted.meta.usage, files },
      lines: [
        ...drafted.log.flatMap(({ slide_id, warnings }) =>
          warnings.map((warning) => `! ${slide_id}: ${warning}`),
        ),
        say(
          `${drafted.meta.model} が ${count} 枚の草案を作りました`,
          `${drafted.meta.model} drafted ${count} cards`,
        ),
        ...(failed.length === 0 ? [] : [noDrafts(failed, context).message]),
      ],
      exitCode: failed.length === 0 ? exitCodes.done : exitCodes.ai,
    };
  } finally {
    await deck.close();
  }
}

function readSpec(path: string, context: CliContext): z.infer<typeof specSchema> {
  const { directory, say } = context;
  const read = specSchema.safeParse(readJson(resolve(directory, path), context));
  if (read.success) return read.data;
  const places = read.error.issues.map((issue) => `/${issue.path.join('/')}`);
  throw new DeckError(
    say(
      `${path} はスペックではありません: ${places.join('、')}`,
      `${path} is no spec: look at ${places.join(', ')}`,
    ),
    { code: 'spec_invalid', exitCode: exitCodes.usage, details: places },
  );
}

/** Reference material in any form that can be imported. */
async function readReference(
  path: string,
  allowAddresses: readonly string[],
  { directory, locale, clock, signal }: CliContext,
): Promise<string> {
  const ref = sourceOf(path);
  const place = ref.kind === 'file' ? { ...ref, path: resolve(directory, ref.path) } : ref;
  const { items } = await importSources([place], {
    ...sourceTools({ allowAddresses }),
    locale,
    clock,
    signal,
  });
  return items.flatMap(({ title, body }) => [title, ...body]).join('\n');
}

function noDrafts(ids: readonly string[], { say }: CliContext): DeckError {
  return new DeckError(
    say(
      `草案を作れませんでした: ${ids.join(', ')}（同じ命令に --update を付けると、残りを作ります）`,
      `no draft for ${ids.join(', ')}; the same command with --update drafts the rest`,
    ),
    { code: 'draft_failed', exitCode: exitCodes.ai, details: ids },
  );
}

const shortAnswer = 80;

function report(
  { slide_id, prompt_id, attempts, prompt, response_text }: AiLogEntry,
  { verbosity, output }: CliContext,
): void {
  if (verbosity === 0) return;
  const answer =
    verbosity === 2 ? response_text : response_text.slice(0, shortAnswer).replaceAll('\n', ' ');
  output.note(`${slide_id}: ${prompt_id}, ${attempts} x`);
  if (verbosity === 2) output.note(prompt);
  output.note(`  -> ${answer}`);
}
