import type { JSX } from 'preact';
import { useTexts } from '../texts.ts';
import type { Board, BoardEffect, BoardItem } from '../types.ts';
import { Badge } from './parts.tsx';

/** The notes of a board by tray, with the changes that the user has selected. */
export function BoardView({
  board,
  effects,
}: {
  readonly board: Board;
  readonly effects: readonly BoardEffect[];
}): JSX.Element {
  const t = useTexts();
  const notes = new Map(board.nodes.map((note) => [note.id, note]));
  const added = effects.flatMap((effect) => effect.added);
  const parts = new Map<string, readonly { readonly id: string; readonly title: string }[]>();
  for (const { before, after } of effects.flatMap(({ changed }) => changed)) {
    if (before.kind !== 'note' || after.kind !== 'note') continue;
    const fresh = after.children.slice(before.children.length);
    parts.set(after.id, [...(parts.get(after.id) ?? []), ...fresh]);
  }
  const named = (id: string) => notes.get(id) ?? { id, title: id };
  const groups: readonly (readonly [BoardItem, boolean])[] = [
    ...board.groups.map(
      ({ group_label: label, node_ids: ids }) =>
        [{ kind: 'group', label, notes: ids.map(named) }, false] as const,
    ),
    ...added.filter(({ kind }) => kind === 'group').map((group) => [group, true] as const),
  ];
  const relations: readonly (readonly [BoardItem, boolean])[] = [
    ...board.relations.map(
      ({ from, to, relation_type }) =>
        [{ kind: 'relation', from: named(from), to: named(to), relation_type }, false] as const,
    ),
    ...added.filter(({ kind }) => kind === 'relation').map((relation) => [relation, true] as const),
  ];
  return (
    <>
      <div class="trays">
        {Object.entries(board.dashboard.trays).map(([tray, items]) => (
          <section key={tray} aria-label={tray}>
            <h3>
              {tray} <span class="muted">{items.length}</span>
            </h3>
            <ul>
              {items.map(({ id, title, status }) => (
                <li key={id} class={`note-card${parts.has(id) ? ' affected' : ''}`}>
                  <span class="note-head">
                    <code>{id}</code>
                    {status !== undefined && <span class="muted">{t.code(status)}</span>}
                    {parts.has(id) && <Badge tone="accent">{t('proposals.changes')}</Badge>}
                  </span>
                  <span>{title}</span>
                  <ul class="note-parts">
                    {(board.children[id] ?? []).map((child) => (
                      <li key={child}>{named(child).title}</li>
                    ))}
                    {(parts.get(id) ?? []).map((child) => (
                      <li key={child.id}>
                        <ins>{child.title}</ins> <Badge tone="good">{t('proposals.new')}</Badge>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <dl class="board-links">
        {(
          [
            ['proposals.groups', groups],
            ['proposals.relations', relations],
          ] as const
        ).map(([text, items]) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>
              {items.length === 0 && <span class="muted">{t('none')}</span>}
              <ul>
                {items.map(([item, isNew]) => (
                  <li key={JSON.stringify(item)}>
                    {isNew ? (
                      <>
                        <ins>
                          <ItemText item={item} />
                        </ins>{' '}
                        <Badge tone="good">{t('proposals.new')}</Badge>
                      </>
                    ) : (
                      <ItemText item={item} />
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** An item of a board in one line. */
export function ItemText({ item }: { readonly item: BoardItem }): JSX.Element {
  const t = useTexts();
  if (item.kind === 'note') {
    const { title, status, children } = item;
    return (
      <>
        {t('proposals.item.note', { title })}
        {status !== undefined && <span class="muted"> · {t.code(status)}</span>}
        {children.length > 0 && (
          <span class="muted">
            {' '}
            · {t('proposals.item.parts', { parts: listed(children, t.language) })}
          </span>
        )}
      </>
    );
  }
  if (item.kind === 'group') {
    const { label, notes } = item;
    return (
      <>
        {t('proposals.item.group', { label })}
        <span class="muted"> · {listed(notes, t.language)}</span>
      </>
    );
  }
  const { from, to, relation_type: type } = item;
  return <>{t('proposals.title.relation', { from: from.title, to: to.title, type })}</>;
}

/** Joins the titles of notes. */
export function listed(
  notes: readonly { readonly title: string }[],
  language: 'en' | 'ja',
): string {
  return notes.map(({ title }) => title).join(language === 'ja' ? '、' : ', ');
}
