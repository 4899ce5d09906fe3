import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { diffTexts } from '../diff.ts';
import { Problem } from '../http.ts';
import { useTexts } from '../texts.ts';

/** A read that failed. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): JSX.Element {
  const t = useTexts();
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{t(error instanceof Problem ? 'refused.title' : 'error.title')}</strong>{' '}
        {error instanceof Problem ? error.message : t('error.connection')}
      </p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}

/** Stands where content will be. */
export function Loading(): JSX.Element {
  const t = useTexts();
  return (
    <p class="loading" role="status">
      {t('loading')}…
    </p>
  );
}

/** The heading of a page with its purpose. */
export function PageHead({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="tools">{children}</div>}
    </div>
  );
}

/** A grade or a status in words, on a quiet colour. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: 'good' | 'warn' | 'bad' | 'plain' | 'accent';
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const toneOfStatus = {
  draft: 'accent',
  approved: 'good',
  returned: 'warn',
  proposed: 'accent',
  confirmed: 'accent',
  applied: 'good',
  running: 'accent',
  passed: 'good',
  rejected: 'bad',
  preserved: 'good',
  missing: 'bad',
  uncertain: 'warn',
  violated: 'bad',
} as const;

/** The badge of a status of the server. */
export function Status({ status }: { readonly status: string }): JSX.Element {
  const t = useTexts();
  const tone = Object.entries(toneOfStatus).find(([name]) => name === status)?.[1] ?? 'plain';
  return <Badge tone={tone}>{t.code(status)}</Badge>;
}

/** The badge of a grade. */
export function Grade({ grade }: { readonly grade: string | undefined }): JSX.Element {
  const tone =
    grade === 'A' ? 'good' : grade === 'B' ? 'warn' : grade === undefined ? 'plain' : 'bad';
  return <span class={`badge grade ${tone}`}>{grade ?? '–'}</span>;
}

/** The difference of two texts in one line. */
export function InlineDiff({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): JSX.Element {
  return (
    <span class="diff">
      {diffTexts(before, after).map(({ kind, text }) =>
        kind === 'same' ? text : kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>,
      )}
    </span>
  );
}

/** A modal window. Escape closes it; the focus goes back to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={isWide ? 'wide' : ''}
      aria-labelledby="dialog-title"
      onClose={onClose}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
