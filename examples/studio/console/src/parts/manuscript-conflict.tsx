import type { JSX } from 'preact';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { runStep, sessionPath } from '../manuscript-decisions.ts';
import { type Refused, refused } from '../outbox.ts';
import { useTexts } from '../texts.ts';
import type { Lifelines } from '../types.ts';
import { Dialog, InlineDiff, Loading } from './parts.tsx';

const close = (): void => refused.set(null);

/** A change of a manuscript that the server refused: the newer revision beside the text of the user. */
export function ManuscriptRefused({
  decision,
  problem,
  session,
}: Refused & { readonly session: string }): JSX.Element {
  const t = useTexts();
  const { text: yours } = Object(decision.body) as { readonly text?: unknown };
  const hasChanged = problem.status === 412 && typeof yours === 'string';
  const { value: current } = useLoaded(
    async (signal) => {
      const { revisions } = await send<Lifelines>('GET', sessionPath(session, '/lifelines'), {
        signal,
      });
      const hash = revisions.at(-1)?.manuscript_hash ?? '';
      const path = sessionPath(session, `/manuscripts/${hash}`);
      const { text } = await send<{ readonly text: string }>('GET', path, { signal });
      return { hash, text };
    },
    [decision.id],
  );
  return (
    <Dialog
      title={t(hasChanged ? 'manuscript.conflict.title' : 'refused.title')}
      onClose={close}
      isWide
    >
      <p class="lead">{decision.label}</p>
      <p>{problem.message}</p>
      {hasChanged && current === undefined && <Loading />}
      {hasChanged && current !== undefined && (
        <>
          <p>{t('manuscript.conflict.text')}</p>
          <div class="manuscript-text compare" tabIndex={0} role="region" aria-label={t('diff')}>
            <InlineDiff before={current.text} after={yours} />
          </div>
        </>
      )}
      <div class="actions">
        <button type="button" class={hasChanged ? '' : 'primary'} onClick={close}>
          {t(hasChanged ? 'conflict.take' : 'close')}
        </button>
        {hasChanged && current !== undefined && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              close();
              void runStep({ session, hash: current.hash }, { text: yours }, decision.label);
            }}
          >
            {t('manuscript.conflict.mine')}
          </button>
        )}
      </div>
    </Dialog>
  );
}
