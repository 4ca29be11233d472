"""What is to be thought about, for all processes and workers of a house, and when each owner had a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("urgency", sa.Integer, nullable=False),
        sa.Column("fits", sa.Text, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("wanted", sa.Float, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("lease", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("progress", sa.Text, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("answered", sa.Float),
    )
    op.create_table(
        "turns",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE jobs SET UNLOGGED")
        op.execute("ALTER TABLE turns SET UNLOGGED")


def downgrade() -> None:
    op.drop_table("turns")
    op.drop_table("jobs")
