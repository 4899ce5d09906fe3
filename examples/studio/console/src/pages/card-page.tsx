import type { JSX } from 'preact';
import { cardPath } from '../card-decisions.ts';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { CardPanel } from '../parts/card-panel.tsx';
import { Failure, Loading } from '../parts/parts.tsx';
import { addressOf } from '../route.ts';
import { useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';

/** One card on its own page: `#/card/<deck>/<card>`. */
export function CardPage({
  path: [deck = '', id = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const { value, error, reload } = useLoaded<CardView>(
    (signal) => send('GET', cardPath({ spec_id: deck, slide_id: id }), { signal }),
    [deck, id],
  );
  return (
    <div class="page narrow">
      <p>
        <a href={addressOf('queue', deck)}>← {t('back')}</a>
      </p>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {value === undefined && error === undefined && <Loading />}
      {value !== undefined && <CardPanel card={value} onChange={reload} heading="h1" />}
    </div>
  );
}
