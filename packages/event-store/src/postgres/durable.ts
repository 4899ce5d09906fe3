/**
 * A column of every statement that writes. A role, a database or a pool may set `synchronous_commit` to `off`: a commit
 * is then answered before it is on disk, and a crash of the server loses it. All other values wait for the disk. Set
 * in the same statement it takes no further round trip, and it ends with the transaction.
 */
export const durable = `case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end as durable`;
