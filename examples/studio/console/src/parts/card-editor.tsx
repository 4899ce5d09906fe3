import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CardEdit } from '../card-decisions.ts';
import { useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';
import { Counter } from './card-lines.tsx';

/** Edits the title and the lines of a card, with their counters. */
export function CardEditor({
  card,
  onSave,
  onCancel,
}: {
  readonly card: CardView;
  readonly onSave: (edit: CardEdit) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const t = useTexts();
  const [title, setTitle] = useState(card.title);
  const [body, setBody] = useState(card.body.join('\n'));
  const lines = body.split('\n');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        onSave({
          ...(title === card.title ? {} : { title }),
          body: lines.filter((line) => line.trim() !== ''),
        });
      }}
    >
      <label class="field">
        {t('card.title')}
        <input
          ref={first}
          value={title}
          required
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </label>
      <Counter text={title} place="title" />
      <label class="field">
        {t('card.lines')}
        <textarea
          rows={Math.max(6, lines.length)}
          value={body}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
      </label>
      <p class="counters">
        {lines.map((line, index) => (
          // A line has no identity but its place.
          <Counter key={String(index)} text={line} place="body" />
        ))}
      </p>
      <div class="actions start">
        <button type="submit" class="primary">
          {t('card.save')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
