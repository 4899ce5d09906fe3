/** Positions that belong to one append number: the most events that one append may have. */
export const positionsPerAppend = 1000;

/** Raised where no horizon can be computed: a snapshot that is older than the lock table. */
export const noHorizonState = 'KM002';

/** Lock numbers have 31 bits; distances between numbers are taken modulo this. */
const numberMask = 2_147_483_647;

/** The schema's oid: one store's advisory locks never meet those of another store. */
const lockClass = (schema: string): string => `'${schema}'::regnamespace::oid::int4`;
const streamLock = (schema: string, stream: string): string =>
  `hashtextextended(${stream}, ${lockClass(schema)}::bigint)`;
const sequence = (schema: string): string => `'${schema}.append_seq'::regclass`;

/** Registers the transaction below every number that it draws afterwards. Needs `v_low` and `v_void`. */
const registration = (schema: string): string =>
  `v_low := pg_sequence_last_value(${sequence(schema)});
    if v_low is null then raise exception 'the sequence append_seq cannot be read' using errcode = '42501'; end if;
    v_void := pg_advisory_xact_lock_shared(${lockClass(schema)}, (v_low & ${numberMask})::int4)::text;`;

/** The time of the newest visible event, also of one that was removed since; `m` is the row of `meta`. */
const newestTime = (schema: string): string =>
  `greatest(m.latest, (select e.at from ${schema}.event e order by e.position desc limit 1) collate "C")`;

/** The hash of an event behind `v_hash`. */
const eventHash = (head: string, data: string, tail: string, version: string): string =>
  `encode(sha256(convert_to(coalesce(v_hash, '${'0'.repeat(64)}') || chr(10) || ${head} || v_at || '","data":' || ${data} || ${tail} || (${version}) || '}', 'UTF8')), 'hex')`;

/** The events of `p_events` with their numbers from 1 on. */
const eventRows = `rows from (json_to_recordset(p_events::json) as (type text, data text, actor text, "requestId" text, head text, tail text)) with ordinality`;
const eventNames = 'e(type, data, actor, request_id, head, tail, n)';

/**
 * Checks and writes one append; its events come as scalars when it has one, else as JSON in `p_events`.
 * The order of steps is what makes followers safe:
 * 1. The stream's lock, until commit. So versions of a stream commit in their order, and the statements
 *    that follow see all of them.
 * 2. The checks. A refused append draws no number.
 * 3. The registration: a shared lock on the last number drawn so far, until commit.
 * 4. The number, drawn after the registration. Whoever sees a drawn number in the sequence therefore finds
 *    its transaction in the lock table, below that number, or finds it finished; see `horizonFunction`.
 *
 * `p_latest` is given by `append_many`, which holds the locks and is registered. `p_wait` false
 * returns `busy` when another transaction holds the stream.
 * The answer is a line: outcome, version, position, detail.
 */
export function appendOneFunction(schema: string): string {
  return `create or replace function ${schema}.append_one(
  p_stream text, p_expected bigint, p_at text, p_key text, p_resource text, p_token bigint,
  p_type text, p_data text, p_actor text, p_request_id text, p_head text, p_tail text, p_events text,
  p_wait boolean, p_latest text default null
) returns text language plpgsql as $function$
declare
  v_void text; v_version bigint; v_hash text; v_archived text; v_updated text; v_latest text := p_latest; v_at text;
  v_token bigint; v_released boolean; v_count integer := 1; v_position bigint; v_known bigint; v_low bigint; v_event record; v_hashes text[];
begin
  if p_latest is null then
    if p_wait then
      v_void := pg_advisory_xact_lock(${streamLock(schema, 'p_stream')})::text;
    elsif not pg_try_advisory_xact_lock(${streamLock(schema, 'p_stream')}) then
      return 'busy 0 0 ';
    end if;
    select ${newestTime(schema)} into v_latest from ${schema}.meta m;
  end if;
  select t.version, t.hash, t.archived_as, t.updated_at into v_version, v_hash, v_archived, v_updated
    from ${schema}.stream t where t.stream_id = p_stream;
  if v_archived is not null then
    return 'removed ' || v_version || ' 0 ' || v_archived;
  end if;
  if p_events is not null then
    v_count := json_array_length(p_events::json);
    if v_count > ${positionsPerAppend} then raise exception 'an append has at most ${positionsPerAppend} events'; end if;
  end if;
  if p_key is not null then
    select k.version, k.position into v_known, v_position from ${schema}.key k where k.stream_id = p_stream and k.key = p_key;
    if found then
      if exists (
        select 1 from json_array_elements(
          coalesce(p_events::json, json_build_array(json_build_object('type', p_type, 'data', p_data, 'actor', p_actor)))
        ) with ordinality as e(value, n)
        left join ${schema}.event t on t.stream_id = p_stream and t.version = v_known - v_count + e.n
        where t.type is distinct from e.value->>'type' or t.data is distinct from e.value->>'data'
          or t.actor is distinct from e.value->>'actor'
      ) then
        return 'conflict ' || coalesce(v_version, 0) || ' 0 key';
      end if;
      return 'replayed ' || v_known || ' ' || v_position || ' ';
    end if;
  end if;
  if p_resource is not null then
    -- Shared with other appends, closed to a takeover until this append has committed.
    select l.token, l.released into v_token, v_released from ${schema}.lease l where l.resource = p_resource for share;
    if v_token is null or p_token > v_token then
      return 'fenced 0 0 unknown';
    elsif p_token < v_token then
      return 'fenced 0 0 taken-over';
    elsif v_released then
      return 'fenced 0 0 released';
    end if;
  end if;
  if p_expected is not null and p_expected <> coalesce(v_version, 0) then
    return 'conflict ' || coalesce(v_version, 0) || ' 0 ';
  end if;
  if p_latest is null then
    ${registration(schema)}
  end if;
  v_at := greatest(p_at collate "C", v_latest collate "C", v_updated collate "C");
  v_position := nextval(${sequence(schema)}) * ${positionsPerAppend};
  v_known := coalesce(v_version, 0);
  if p_events is null then
    v_hash := ${eventHash('p_head', 'p_data', 'p_tail', 'v_known + 1')};
  else
    for v_event in
      select e.head, e.data, e.tail, e.n from ${eventRows} as ${eventNames}
    loop
      v_hash := ${eventHash('v_event.head', 'v_event.data', 'v_event.tail', 'v_known + v_event.n')};
      v_hashes := v_hashes || v_hash;
    end loop;
  end if;
  -- Under repeatable read the head may be old: both statements then fail with 40001, before a unique index does.
  if v_version is null then
    insert into ${schema}.stream(stream_id, version, hash, updated_at) values (p_stream, v_count, v_hash, v_at) on conflict do nothing;
  else
    update ${schema}.stream t set version = v_known + v_count, hash = v_hash, updated_at = v_at where t.stream_id = p_stream;
  end if;
  if p_events is null then
    insert into ${schema}.event(position, stream_id, version, at, type, data, actor, request_id, hash)
      values (v_position, p_stream, v_known + 1, v_at, p_type, p_data, p_actor, p_request_id, v_hash);
  else
    insert into ${schema}.event(position, stream_id, version, at, type, data, actor, request_id, hash)
      select v_position - v_count + e.n, p_stream, v_known + e.n, v_at, e.type, e.data, e.actor, e.request_id, v_hashes[e.n] from ${eventRows} as ${eventNames};
  end if;
  if p_key is not null then
    insert into ${schema}.key(stream_id, key, version, position) values (p_stream, p_key, v_known + v_count, v_position);
  end if;
  return 'written ' || v_known + v_count || ' ' || v_position || ' ';
end $function$`;
}

/**
 * Writes many appends in one transaction, with one registration. `p_stream` null tries the lock of each
 * stream and answers `busy` for those that others hold: such a call never waits for a stream, so two of
 * them cannot deadlock. `p_stream` given waits for this stream first; all appends must be of it.
 * A stream that was busy once stays busy for the call, so that its appends keep their order.
 * The answer has a line for each append.
 */
export function appendManyFunction(schema: string): string {
  return `create or replace function ${schema}.append_many(p_at text, p_batch text, p_stream text) returns text language plpgsql as $function$
declare v_void text; v_low bigint; v_latest text; v_answer text; v_answers text[]; v_busy text[] := '{}'; v_append record;
begin
  if p_stream is not null then
    v_void := pg_advisory_xact_lock(${streamLock(schema, 'p_stream')})::text;
  end if;
  ${registration(schema)}
  select coalesce(${newestTime(schema)}, '') into v_latest from ${schema}.meta m;
  for v_append in
    select * from json_to_recordset(p_batch::json) as a(
      stream text, expected bigint, key text, resource text, token bigint,
      type text, data text, actor text, "requestId" text, head text, tail text, events text)
  loop
    if v_append.stream = any(v_busy) or not pg_try_advisory_xact_lock(${streamLock(schema, 'v_append.stream')}) then
      v_busy := v_busy || v_append.stream;
      v_answer := 'busy 0 0 ';
    else
      v_answer := ${schema}.append_one(
        v_append.stream, v_append.expected, p_at, v_append.key, v_append.resource, v_append.token, v_append.type, v_append.data,
        v_append.actor, v_append."requestId", v_append.head, v_append.tail, v_append.events, false, v_latest);
    end if;
    v_answers := v_answers || v_answer;
  end loop;
  return array_to_string(v_answers, chr(10));
end $function$`;
}

/** The locks that other sessions' appends are registered with, of `pg_locks l`. A prepared transaction has no pid. */
export const registeredAppends = (schema: string): string =>
  `l.locktype = 'advisory' and l.classid = '${schema}'::regnamespace::oid and l.objsubid = 2 and l.pid is distinct from pg_backend_pid()
      and l.database = (select d.oid from pg_database d where d.datname = current_database())`;

/** The count of numbers between `drawn` and the registration of an append in `pg_locks l`. */
export const registeredBefore = (drawn: string): string =>
  `((${drawn} - l.objid::bigint) & ${numberMask})`;

/**
 * The highest position that was given (`drawn`), and the position up to which every append is decided
 * (`decided`). The caller reads events in a later statement. First the sequence is read, then the lock
 * table: an append that drew a number up to `drawn` registered itself before, below its number. It is in
 * the lock table, and `decided` stays below it, or it has ended: PostgreSQL drops locks after the commit
 * has become visible. The own session is left out, so that a transaction sees what it appended. Advisory
 * locks of a standby are not those of its primary: it returns the published horizon, which is in the same
 * WAL behind the appends that it covers, and no `drawn`.
 */
export function horizonFunction(schema: string): string {
  return `create or replace function ${schema}.horizon(out drawn bigint, out decided bigint) language plpgsql as $function$
declare v_low bigint;
begin
  if pg_is_in_recovery() then
    select p.decided into decided from ${schema}.published p;
    return;
  end if;
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'horizon() needs read committed' using errcode = '${noHorizonState}';
  end if;
  drawn := pg_sequence_last_value(${sequence(schema)});
  if drawn is null then raise exception 'the sequence append_seq cannot be read' using errcode = '42501'; end if;
  select drawn - max(${registeredBefore('drawn')}) into v_low from pg_locks l where ${registeredAppends(schema)};
  decided := least(drawn, v_low) * ${positionsPerAppend};
  drawn := drawn * ${positionsPerAppend};
end $function$`;
}

/** Hides the events of a stream that still has the archived version, under the stream's lock. */
export function removeFunction(schema: string): string {
  return `create or replace function ${schema}.remove_events(p_stream text, p_expected bigint, p_archived_as text)
returns table(outcome text, out_version bigint, detail text) language plpgsql as $function$
declare v_void text; v_version bigint; v_archived text; v_updated text;
begin
  v_void := pg_advisory_xact_lock(${streamLock(schema, 'p_stream')})::text;
  select t.version, t.archived_as, t.updated_at into v_version, v_archived, v_updated from ${schema}.stream t where t.stream_id = p_stream;
  if v_archived is not null then
    return query select 'removed', v_version, v_archived; return;
  elsif v_version is null or v_version <> p_expected then
    return query select 'conflict', coalesce(v_version, 0), null::text; return;
  end if;
  update ${schema}.stream t set archived_as = p_archived_as where t.stream_id = p_stream;
  delete from ${schema}.event e where e.stream_id = p_stream;
  delete from ${schema}.key k where k.stream_id = p_stream;
  update ${schema}.meta m set latest = greatest(m.latest, v_updated collate "C");
  return query select 'written', v_version, null::text;
end $function$`;
}
