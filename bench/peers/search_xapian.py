"""Xapian over a folder of files, for bench/scoreboard.mjs: index FOLDER DATABASE, query DATABASE (the question on standard input), version."""

import os
import re
import sys

import xapian

WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")


def index(folder, database):
    writable = xapian.WritableDatabase(database, xapian.DB_CREATE_OR_OPEN)
    generator = xapian.TermGenerator()
    generator.set_stemmer(xapian.Stem("en"))
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            path = os.path.relpath(os.path.join(parent, name), folder)
            with open(os.path.join(parent, name), encoding="utf-8", errors="replace") as file:
                text = file.read()
            document = xapian.Document()
            document.set_data(path)
            generator.set_document(document)
            for piece in (path.replace("/", " "), text, WORD.sub(" ", text)):
                generator.index_text(piece)
                generator.increase_termpos()
            writable.add_document(document)
    writable.commit()


def query(database, text):
    parser = xapian.QueryParser()
    parser.set_stemmer(xapian.Stem("en"))
    parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)
    parser.set_default_op(xapian.Query.OP_OR)
    enquire = xapian.Enquire(xapian.Database(database))
    enquire.set_query(parser.parse_query(f"{text} {WORD.sub(' ', text)}", 0))
    for match in enquire.get_mset(0, 30):
        print(match.document.get_data().decode("utf-8"))


if sys.argv[1] == "version":
    print(xapian.version_string())
elif sys.argv[1] == "index":
    index(sys.argv[2], sys.argv[3])
else:
    query(sys.argv[2], sys.stdin.read())
