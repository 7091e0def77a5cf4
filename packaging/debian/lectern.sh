#!/bin/sh
# The command line, with the settings and as the user of the service.
set -eu
if [ "$(id -u)" -eq 0 ]; then
  exec runuser -u lectern -- "$0" "$@"
fi
case ${1:-help} in
  help | version | -* | edit | replace) ;;
  *)
    if [ "$(id -un)" != lectern ] && [ -z "${LECTERN_DATA_DIR:-}" ]; then
      echo "lectern: The service belongs to the user lectern. Run the command as root: sudo lectern $*" >&2
      exit 1
    fi
    ;;
esac
if [ -r /etc/lectern/lectern.env ]; then
  # The format is that of systemd, in which values are not expanded.
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '' | '#'* | ';'*) continue ;;
    esac
    name=${line%%=*}
    case $name in
      '' | [0-9]* | *[!A-Za-z0-9_]*) continue ;;
    esac
    value=${line#*=}
    case $value in
      \"*\") value=${value#\"} value=${value%\"} ;;
      \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    # What is set already comes first, as for a single command.
    if eval "[ -z \"\${$name+set}\" ]"; then
      export "$name=$value"
    fi
  done </etc/lectern/lectern.env
fi
if [ -z "${LECTERN_DATA_DIR+set}" ] && [ -w /var/lib/lectern ]; then
  export LECTERN_DATA_DIR=/var/lib/lectern
fi
exec /usr/lib/lectern/bin/lectern "$@"
