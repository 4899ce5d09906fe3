import { invalidOption } from '../history/option-error.ts';
import { correctFunction, pointsTable, takeFunction } from './counter-functions.ts';
import { acquireFunction, releaseFunction, renewFunction } from './lease-functions.ts';
import {
  appendManyFunction,
  appendOneFunction,
  horizonFunction,
  positionsPerAppend,
  removeFunction,
} from './append-functions.ts';

/** The format that `migratePostgres` creates. Stores of format 1 are read and written too. */
export const postgresFormat = 2;

/** Raised by the migration when the schema is newer than this code. */
export const newerFormatState = 'KM001';

const schemaName = /^[a-z_][a-z0-9_]{0,62}$/;

/** The quoted name of a schema; throws `store-invalid-option` for a name that is not plain. */
export function quoteSchema(schema: string): string {
  if (typeof schema === 'string' && schemaName.test(schema)) return `"${schema}"`;
  throw invalidOption(
    'expected a schema name of 1 to 63 lower-case letters, digits and underscores that does not begin with a digit',
  );
}

/**
 * The statements of format 2, each of which can be run again. The last one also converts a store of
 * format 1. Ids and times are compared and sorted by bytes (`collate "C"`), whatever the database's
 * collation is. `data` is text: `jsonb` would reorder members and rewrite numbers, and the hash would no
 * longer fit.
 */
export function schemaStatements(schema: string): readonly string[] {
  const quoted = quoteSchema(schema);
  return [
    `create schema if not exists ${quoted}`,
    `create table if not exists ${quoted}.meta(
  one boolean primary key default true check (one), format integer not null, store text not null, latest text collate "C"
)`,
    `create table if not exists ${quoted}.stream(
  stream_id text collate "C" primary key, version bigint not null, hash text not null, updated_at text not null, archived_as text
)`,
    `create table if not exists ${quoted}.event(
  position bigint primary key, stream_id text collate "C" not null, version bigint not null, at text not null, type text not null,
  data text not null, actor text, request_id text, hash text not null, unique(stream_id, version)
)`,
    `create table if not exists ${quoted}.key(
  stream_id text collate "C", key text collate "C", version bigint not null, position bigint not null, primary key(stream_id, key)
)`,
    `create table if not exists ${quoted}.lease(
  resource text collate "C" primary key, owner text not null, token bigint not null,
  expires_at timestamptz not null, released boolean not null default false
)`,
    `create table if not exists ${quoted}.published(
  one boolean primary key default true check (one), decided bigint not null
)`,
    pointsTable(quoted),
    // A cache above 1 hands numbers to sessions in advance, which breaks the order of horizon().
    `create sequence if not exists ${quoted}.append_seq minvalue 0 start 0 cache 1`,
    `insert into ${quoted}.meta(format, store) values (${postgresFormat}, gen_random_uuid()::text) on conflict do nothing`,
    `insert into ${quoted}.published(decided) values (0) on conflict do nothing`,
    appendOneFunction(quoted),
    appendManyFunction(quoted),
    horizonFunction(quoted),
    removeFunction(quoted),
    acquireFunction(quoted),
    renewFunction(quoted),
    releaseFunction(quoted),
    takeFunction(quoted),
    correctFunction(quoted),
    upgradeBlock(quoted),
  ];
}

/**
 * Starts the sequence of a new store, or converts a store of format 1 in one transaction. The lock on
 * `meta` waits for the appends under way and holds the next ones back. Format 1 read `meta.position` in
 * every append and in every `readAll`: without that column they fail with 42703, and code that knows both
 * formats goes on in format 2. Roles keep what they could do: writers get the sequence, readers the
 * published horizon.
 */
function upgradeBlock(schema: string): string {
  return `do $upgrade$
declare v_last bigint; v_grant record;
begin
  if (select m.format from ${schema}.meta m) = 1 then
    perform set_config('lock_timeout', '10s', true);
    lock table ${schema}.meta in access exclusive mode;
  end if;
  if (select m.format from ${schema}.meta m) = 1 then
    execute 'select ceil(m.position / ${positionsPerAppend}.0) from ${schema}.meta m' into v_last;
    perform setval('${schema}.append_seq', v_last);
    update ${schema}.published set decided = v_last * ${positionsPerAppend};
    alter table ${schema}.meta drop column position;
    drop function ${schema}.append(text, bigint, text, text, text, text, bigint);
    drop function ${schema}.remove_stream(text, bigint, text);
    for v_grant in
      select distinct case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as role, a.privilege_type as privilege
      from pg_class c, aclexplode(c.relacl) a
      where c.oid = '${schema}.event'::regclass and a.privilege_type in ('SELECT', 'INSERT')
    loop
      if v_grant.privilege = 'SELECT' then
        execute format('grant select on ${schema}.append_seq, ${schema}.published to %s', v_grant.role);
      else
        execute format('grant usage on sequence ${schema}.append_seq to %s', v_grant.role);
        execute format('grant update on ${schema}.published to %s', v_grant.role);
      end if;
    end loop;
    update ${schema}.meta set format = ${postgresFormat};
  elsif pg_sequence_last_value('${schema}.append_seq') is null then
    perform nextval('${schema}.append_seq');
  end if;
end $upgrade$`;
}
