import { noHorizonState } from './append-functions.ts';

/** The points of counters. `window_ms` and `at` are 0 for points that are never free again. */
export function pointsTable(schema: string): string {
  return `create table if not exists ${schema}.points(
  key text collate "C", window_ms bigint, at bigint, points bigint not null, primary key(key, window_ms, at)
)`;
}

/** The locks of all keys of `v_list` in one order, so that two calls cannot deadlock. */
const lockKeys = (schema: string): string => `for v_lock in
    select distinct hashtextextended(r.key, ~ '${schema}'::regnamespace::oid::bigint) from json_to_recordset(v_list) as r(key text) order by 1
  loop
    v_void := pg_advisory_xact_lock(v_lock)::text;
  end loop;`;

/**
 * Takes points of all requests or of none; see `SharedCounter` of core. The answer is a row: the index of the
 * request that was refused (null: none), the points used of its key, the milliseconds to wait (null: for ever), the
 * time of the points and how many were granted, separated by spaces. Points go by the server's clock.
 */
export function takeFunction(schema: string): string {
  return `create or replace function ${schema}.take_points(
  p_requests text, out refused integer, out used bigint, out wait_ms bigint, out taken_at bigint, out granted text
) language plpgsql as $function$
declare v_list json := p_requests; v_lock bigint; v_void text; v_request record; v_granted bigint; v_all bigint[] := '{}';
begin
  -- With an older snapshot the points of other sessions would be missing from the sum.
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'take_points() needs read committed' using errcode = '${noHorizonState}';
  end if;
  ${lockKeys(schema)}
  taken_at := floor(extract(epoch from clock_timestamp()) * 1000);
  for v_request in
    select * from rows from (json_to_recordset(v_list) as (key text, points bigint, least bigint, max bigint, window_ms bigint)) with ordinality as r(key, points, least, max, window_ms, n)
  loop
    delete from ${schema}.points p
      where p.key = v_request.key and p.window_ms = v_request.window_ms and p.window_ms > 0 and p.at <= taken_at - p.window_ms;
    select coalesce(sum(p.points), 0) into used from ${schema}.points p where p.key = v_request.key and p.window_ms = v_request.window_ms;
    v_granted := least(v_request.points, v_request.max - used);
    if v_granted < v_request.least then
      refused := v_request.n - 1;
      -- greatest() leaves nulls out: without a row the wait stays null.
      select case when count(*) > 0 then greatest(1, min(e.at) + v_request.window_ms - taken_at) end into wait_ms from (
        select p.at, sum(p.points) over (order by p.at) as gone from ${schema}.points p
        where p.key = v_request.key and p.window_ms = v_request.window_ms and p.window_ms > 0
      ) e where used - e.gone + v_request.least <= v_request.max;
      return;
    end if;
    v_all := v_all || v_granted;
  end loop;
  insert into ${schema}.points(key, window_ms, at, points)
    select r.key, r.window_ms, case when r.window_ms > 0 then taken_at else 0 end, v_all[r.n]
    from rows from (json_to_recordset(v_list) as (key text, window_ms bigint)) with ordinality as r(key, window_ms, n)
    on conflict (key, window_ms, at) do update set points = ${schema}.points.points + excluded.points;
  granted := array_to_string(v_all, ' ');
end $function$`;
}

/** Adds differences to points that were taken; those that left their window stay away, and no count goes below 0. */
export function correctFunction(schema: string): string {
  return `create or replace function ${schema}.correct_points(p_changes text) returns void language plpgsql as $function$
declare v_list json := p_changes; v_lock bigint; v_void text;
begin
  ${lockKeys(schema)}
  update ${schema}.points p set points = greatest(0, p.points + r.points)
    from json_to_recordset(v_list) as r(key text, window_ms bigint, at bigint, points bigint)
    where p.key = r.key and p.window_ms = r.window_ms and p.at = r.at;
end $function$`;
}
