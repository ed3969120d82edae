#!/usr/bin/env bash
# xboard's protocol begins with `xboard` and `protover 2`, after which the engine lists its features. GNU Chess keeps
# silent, however long one waits, until more lines arrive: one, two or three were seen. So a program that waits for
# `feature done=1` before it goes on finds an engine without features: python-chess says that `ping` is missing. The
# protocol lets a program go on after two seconds, and then the answer comes.
# gnuchess 6.2.7-1+deb12u1, Debian 12, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
debian_packages gnuchess
start gnuchess --xboard
tell xboard "protover 2"
first=$(hear 6 "feature done=1" && echo answered || echo "silent for six seconds")
second="silent"
for number in {1..20}; do
    tell "ping $number"
    if hear 1 "feature done=1"; then second="answered" && break; fi
done
finish
same "protover 2: $first
more lines: $second" 'protover 2: silent for six seconds
more lines: answered'
