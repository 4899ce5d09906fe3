import type { JSX } from 'preact';
import { type Translate, useTexts } from '../texts.ts';
import type { BoardEffect, BoardItem } from '../types.ts';
import { ItemText, listed } from './board-view.tsx';

/** The effect of a proposal on the board, in words. */
export function EffectView({ effect }: { readonly effect: BoardEffect }): JSX.Element {
  const t = useTexts();
  const { added, changed } = effect;
  return (
    <dl class="effect">
      <div>
        <dt>
          <span aria-hidden="true">＋</span> {t('proposals.added')}
        </dt>
        <dd>
          <ul>
            {added.map((item) => (
              <li key={JSON.stringify(item)}>
                <ItemText item={item} />
              </li>
            ))}
          </ul>
        </dd>
      </div>
      {changed.length > 0 && (
        <div>
          <dt>
            <span aria-hidden="true">△</span> {t('proposals.changed')}
          </dt>
          <dd>
            {changed.map(({ before, after }) => (
              <div key={JSON.stringify(before)}>
                {nameOf(before, t)}
                <table class="before-after">
                  <tbody>
                    <tr>
                      <th scope="row">{t('proposals.before')}</th>
                      <td>
                        <del>{partsOf(before, t)}</del>
                      </td>
                    </tr>
                    <tr>
                      <th scope="row">{t('proposals.after')}</th>
                      <td>
                        <ins>{partsOf(after, t)}</ins>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </div>
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>
          <span aria-hidden="true">－</span>{' '}
          {t(changed.length > 0 ? 'proposals.removed' : 'proposals.other')}
        </dt>
        <dd>{t('proposals.nothing')}</dd>
      </div>
    </dl>
  );
}

function nameOf(item: BoardItem, t: Translate): string {
  return item.kind === 'note' ? t('proposals.item.note', { title: item.title }) : '';
}

/** The parts of a note in words: diffs change nothing else of an item. */
function partsOf(item: BoardItem, t: Translate): string {
  const parts = item.kind === 'note' ? item.children : [];
  return parts.length === 0 ? t('proposals.item.whole') : listed(parts, t.language);
}
