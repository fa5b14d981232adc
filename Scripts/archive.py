#!/usr/bin/env python3
"""Writes an archive whose bytes depend on the files alone: archive.py OUTPUT FOLDER

OUTPUT ends in .tar.gz or .zip. Entries are sorted, and have the time SOURCE_DATE_EPOCH, the owner 0 and one of two modes.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile


def entries(folder):
    """The folder and everything below it: paths on the disk, and names in the archive."""
    top = os.path.dirname(os.path.abspath(folder))
    found = [os.path.abspath(folder)]
    for path, folders, files in os.walk(folder):
        found += [os.path.abspath(os.path.join(path, name)) for name in folders + files]
    return [(path, os.path.relpath(path, top)) for path in sorted(found)]


def mode(path):
    return 0o755 if os.path.isdir(path) or os.access(path, os.X_OK) else 0o644


def write_tar(output, folder, epoch):
    with open(output, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for path, name in entries(folder):
                info = archive.gettarinfo(path, name)
                info.mtime, info.mode = epoch, mode(path)
                info.uid = info.gid = 0
                info.uname = info.gname = ""
                if info.isreg():
                    with open(path, "rb") as content:
                        archive.addfile(info, content)
                else:
                    archive.addfile(info)


def write_zip(output, folder, epoch):
    # Zip archives know no time before 1980.
    date = time.gmtime(max(epoch, 315532800))[:6]
    with zipfile.ZipFile(output, "w") as archive:
        for path, name in entries(folder):
            isFolder = os.path.isdir(path)
            info = zipfile.ZipInfo(name + "/" if isFolder else name, date)
            info.create_system = 3
            info.external_attr = ((0o40000 if isFolder else 0o100000) | mode(path)) << 16
            info.compress_type = zipfile.ZIP_STORED if isFolder else zipfile.ZIP_DEFLATED
            if isFolder:
                archive.writestr(info, b"")
            else:
                with open(path, "rb") as content:
                    archive.writestr(info, content.read())


if len(sys.argv) != 3:
    sys.exit(__doc__)
write = write_zip if sys.argv[1].endswith(".zip") else write_tar
write(sys.argv[1], sys.argv[2], int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")))
