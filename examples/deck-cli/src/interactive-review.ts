import { isCancel, log, multiline, note, outro, select, text } from '@clack/prompts';
import type { CardView, ServiceResult } from '@kanmon/content-cards';
import { safeText } from '@kanmon/example-shared/safe-text';
import type { CliContext } from './cli-context.ts';
import { cardLines, statusName } from './card-lines.ts';
import type { OpenDeck } from './open-deck.ts';

type Choice = 'approve' | 'fix' | 'edit' | 'return' | 'skip' | 'quit';

/** Goes through the cards with the person at the terminal; each decision is written before the next question. */
export async function reviewAtTerminal(
  context: CliContext,
  deck: OpenDeck,
  cards: readonly CardView[],
): Promise<void> {
  const { say } = context;
  for (const card of cards) {
    if ((await decideOn(card, context, deck)) === 'quit') break;
  }
  outro(say('決めたことは書き込まれています', 'what you decided is written'));
}

/** Asks about one card until it is approved, returned or left. */
async function decideOn(
  first: CardView,
  context: CliContext,
  deck: OpenDeck,
): Promise<'next' | 'quit'> {
  const { say, signal } = context;
  let card = first;
  while (!signal.aborted) {
    note(
      safeText(cardLines(card, say).slice(2).join('\n')),
      safeText(`${card.ai_review?.grade ?? '-'}  ${card.slide_id}`),
    );
    const choice = await select<Choice>({
      signal,
      message: say('どうしますか', 'what now?'),
      options: choicesFor(card, context),
    });
    if (isCancel(choice) || choice === 'quit') return 'quit';
    if (choice === 'skip') return 'next';
    const result = await carryOut(choice, card, context, deck);
    if (result === null) continue;
    if (!result.ok) {
      log.error(safeText(result.error.message));
      continue;
    }
    card = result.value;
    if (choice === 'approve' || choice === 'return') {
      log.success(safeText(`${card.slide_id}: ${statusName(card.status, say)}`));
      return 'next';
    }
  }
  // Ctrl-C between two questions.
  return 'quit';
}

function choicesFor(
  { ai_review, status }: CardView,
  { say }: CliContext,
): { value: Choice; label: string }[] {
  const fixes = ai_review?.autofix_proposals.length ?? 0;
  return [
    ...(status === 'draft' && ai_review?.grade !== 'C'
      ? [{ value: 'approve' as const, label: say('承認する', 'approve') }]
      : []),
    ...(fixes > 0
      ? [
          {
            value: 'fix' as const,
            label: say(`修正案を当てる（${fixes}）`, `apply a fix (${fixes})`),
          },
        ]
      : []),
    { value: 'edit', label: say('本文を直す', 'edit the body') },
    ...(status === 'draft' ? [{ value: 'return' as const, label: say('差し戻す', 'return') }] : []),
    { value: 'skip', label: say('次へ', 'skip') },
    { value: 'quit', label: say('終える', 'quit') },
  ];
}

/** Runs the chosen action; returns null when the person cancels. */
async function carryOut(
  choice: 'approve' | 'fix' | 'edit' | 'return',
  card: CardView,
  { say, signal }: CliContext,
  { service, refTo, caller }: OpenDeck,
): Promise<ServiceResult<CardView> | null> {
  const ref = refTo(card.slide_id);
  const match = { ifMatch: card.revision };
  switch (choice) {
    case 'approve':
      return service.approveCard(ref, { content_hash: card.content_hash }, match, caller());
    case 'fix': {
      const fix = await select({
        signal,
        message: say('どの修正案ですか', 'which fix?'),
        options: (card.ai_review?.autofix_proposals ?? []).map(({ patch_id, description }) => ({
          value: patch_id,
          label: safeText(description),
        })),
      });
      return isCancel(fix)
        ? null
        : service.patchCard(ref, { apply_autofix: [fix] }, match, caller());
    }
    case 'edit': {
      const body = await multiline({
        signal,
        message: say('本文（1行が1項目）', 'body, one line an entry'),
        initialValue: card.body.join('\n'),
      });
      if (isCancel(body)) return null;
      const lines = body.split('\n').filter((line) => line.trim() !== '');
      return service.patchCard(ref, { body: lines }, match, caller());
    }
    case 'return': {
      const reason = await text({
        signal,
        message: say('理由', 'reason'),
        validate: (value) =>
          (value ?? '').trim() === '' ? say('理由を書いてください', 'give a reason') : undefined,
      });
      return isCancel(reason) ? null : service.returnCard(ref, { reason }, match, caller());
    }
    default:
      return choice satisfies never;
  }
}
