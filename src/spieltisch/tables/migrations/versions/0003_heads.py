"""Every row carries the head of a hash chain. Rows from before are trusted as they are, and bound from now on.

A log that has a gap already, or whose opening cannot be read, gets no heads: it is damaged, as its readers will say.
"""

import json

import sqlalchemy as sa
from alembic import op

from spieltisch.tables.chain import StoredEntry, chained

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("entries", sa.Column("head", sa.Text, nullable=False, server_default=""))
    texts = [sa.column(name, sa.Text) for name in ("table_id", "body", "head")]
    entries = sa.table("entries", sa.column("number", sa.Integer), *texts)
    this_row = (entries.c.table_id == sa.bindparam("table")) & (entries.c.number == sa.bindparam("row"))
    bind = sa.update(entries).where(this_row).values(head=sa.bindparam("found"))
    connection = op.get_bind()
    for table in list(connection.scalars(sa.select(entries.c.table_id).distinct())):
        log = sa.select(entries.c.number, entries.c.body).where(entries.c.table_id == table).order_by(entries.c.number)
        for row in _rows(table, [tuple(row) for row in connection.execute(log)]):
            connection.execute(bind, {"table": table, "row": row.number, "found": row.head})


def _rows(table: str, log: list[tuple[int, str]]) -> list[StoredEntry]:
    try:
        secret = json.loads(log[0][1])["secret"]
        whole = [number for number, _ in log] == list(range(len(log)))
        return chained(table, secret, [body for _, body in log]) if whole else []
    except (ValueError, LookupError, TypeError, AttributeError):
        return []


def downgrade() -> None:
    op.drop_column("entries", "head")
