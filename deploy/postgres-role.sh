#!/bin/sh
# Runs once, on an empty volume: makes the role that owns the database and the one as which the nodes run, which can change no
# table, and lets the superuser in from the container alone.
set -eu
psql --username="$POSTGRES_USER" --dbname=postgres --set=ON_ERROR_STOP=1 --set=owner="$KABINET_OWNER_PASSWORD" \
  --set=password="$KABINET_PASSWORD" <<'SQL'
create role kabinet_owner login password :'owner';
create role kabinet login password :'password';
create database kabinet owner kabinet_owner template template0 encoding 'UTF8' locale 'C';
revoke all on database postgres from public;
SQL
sed -i '1i host all postgres all reject' "$PGDATA/pg_hba.conf"
