import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Levels that are open at first. */
const openLevels = 1;

/** A JSON value as a tree, whose levels are rendered when they are opened. Every text of it is shown as text. */
export function JsonView({
  value,
  name,
  level = 0,
}: {
  readonly value: unknown;
  readonly name?: string;
  readonly level?: number;
}): JSX.Element {
  const [isOpen, setIsOpen] = useState(level < openLevels);
  const label = name === undefined ? null : <span class="json-name">{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="json-leaf">
        {label}
        <span class={`json-${value === null ? 'null' : typeof value}`}>
          {JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <div class="json-leaf">
        {label}
        {size}
      </div>
    );
  }
  return (
    <details
      class="json"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {label}
        <span class="muted">{size}</span>
      </summary>
      {isOpen && (
        <div class="json-body">
          {entries.map(([key, each]) => (
            <JsonView key={key} name={key} value={each} level={level + 1} />
          ))}
        </div>
      )}
    </details>
  );
}

/** One place where two JSON values differ. */
export interface JsonChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the places where two values differ: members that one has alone, and different leaves. */
export function changesOf(before: unknown, after: unknown, path = ''): readonly JsonChange[] {
  if (Object.is(before, after)) return [];
  if (!isTree(before) || !isTree(after)) return [{ path, before, after }];
  const one = new Map<string, unknown>(Object.entries(before));
  const other = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
    changesOf(one.get(key), other.get(key), `${path}/${key}`),
  );
}
