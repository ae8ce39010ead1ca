# cora.sh HOOK [ARGUMENTS OF THE HOOK]: has Cora refresh the code index of this repository, in the background.
# Made by `cora hooks install`, removed by `cora hooks uninstall`. CORA=0 in the environment switches it off, and so does CI.
# It ends with 0 at once and prints nothing; what happens afterwards stands in cora/log/ of the Git directory.
hook=$1
# zsh does not split words otherwise.
[ -z "${ZSH_VERSION-}" ] || emulate sh

# Entries of PATH that are relative or end in node_modules/.bin may be the repository's: nothing is started out of them.
kept='' between=:
case ${PATH-} in [A-Za-z]:[\\/]*) between=';' ;; esac
rest=${PATH-}$between
while [ -n "$rest" ]; do
  entry=${rest%%"$between"*}
  rest=${rest#*"$between"}
  case $entry in
    *[\\/]node_modules[\\/].bin | *[\\/]node_modules[\\/].bin[\\/]*) ;;
    /* | [A-Za-z]:[\\/]*) kept=$kept${kept:+$between}$entry ;;
  esac
done
PATH=${kept:-/usr/bin:/bin}

if [ "${2-}" != --in-background ]; then
  # post-checkout gets the old commit, the new one, and 1 for a branch, 0 for files.
  case $hook:${4-} in post-checkout:1) [ "${2-}" != "${3-}" ] || exit 0 ;; post-checkout:*) exit 0 ;; esac
  case ${CORA-1}:${CI-} in 0:*) exit 0 ;; *: | *:0 | *:false) ;; *) exit 0 ;; esac
  nice=
  command -v nice >/dev/null && nice='nice -n 19'
  # Twice forked: a hook that ends with `wait` has no child to wait for. No descriptor of Git's, of a pipe or a client is kept open.
  # shellcheck disable=SC2086
  ($nice /bin/sh "$0" "$hook" --in-background </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &)
  exit 0
fi

trap '' HUP
#IN-MANY-REPOSITORIES own=$(CDPATH='' cd "${0%/*}" && pwd) || exit 0
repo=${GIT_DIR:-.git}
# A space at an end belongs to the path.
[ ! -f "$repo" ] || { IFS= read -r repo <"$repo"; repo=${repo#gitdir: }; }
here=.
[ -e .git ] || here=$repo
# The list has a line for each path: the parts of one with a line break would be other folders.
# The dot keeps a line break at the end.
here=$(cd "$here" && { pwd -W || pwd; } && echo .)
here=${here%??}
case $here in
  *'
'*) exit 0 ;;
esac
if [ -f "$repo/commondir" ]; then
  IFS= read -r common <"$repo/commondir"
  case $common in /* | [A-Za-z]:*) repo=$common ;; *) repo=$repo/$common ;; esac
fi
[ -d "$repo/objects" ] || exit 0
# Whoever made this Git directory may not choose what is written to.
for file in '' /runner /pending /log /log/hook.log /log/hook.log.1 /log/last-run.json; do
  [ ! -L "$repo/cora$file" ] && [ ! -p "$repo/cora$file" ] || exit 0
done
#IN-MANY-REPOSITORIES [ -d "$repo/cora" ] || exit 0
umask 077
mkdir -p "$repo/cora/log" && cd "$repo/cora" || exit 0
# The first line end: what a full disk or a crash cut off must not swallow this line.
printf '\n%s\n' "$here" >>pending

# A run that is under way reads the line above before it ends.
owner=
[ ! -f log/write.lock.json ] || read -r owner <log/write.lock.json
pid=${owner#*'"pid":'}
pid=${pid%%[!0-9]*}
case $(tr '\0' ' ' <"/proc/$pid/cmdline" || ps -o args= -p "$pid") in *'hooks run'*) exit 0 ;; esac
[ ! -f log/hook.log ] || [ "$(wc -c <log/hook.log)" -lt 200000 ] || mv -f log/hook.log log/hook.log.1

# Where node and Cora were when the hooks were installed; then the PATH, and what a shell's profile would add to it.
node='' cli=''
runner=runner
#IN-MANY-REPOSITORIES runner=$own/cora-runner
[ ! -f "$runner" ] || { IFS= read -r node && IFS= read -r cli; } <"$runner"
#IN-A-TEAM PATH=$here/node_modules/.bin:$PATH
for bin in "$HOME"/.nvm/versions/node/v[2-9][0-9]*/bin "$HOME/.volta/bin" "$HOME/.asdf/shims" \
  "$HOME/.local/share/mise/shims" "$HOME"/.local/share/fnm/node-versions/v[2-9][0-9]*/installation/bin \
  "$HOME"/.fnm/node-versions/v[2-9][0-9]*/installation/bin \
  "$HOME/Library/Application Support/fnm/aliases/default/bin" \
  /opt/homebrew/bin /usr/local/bin /usr/bin '/c/Program Files/nodejs' "$HOME/.npm-global/bin" "$HOME/.local/bin"; do
  [ ! -d "$bin" ] || PATH=$PATH:$bin
done
[ -x "$node" ] || node=$(command -v node)
if [ -x "$node" ] && [ -f "$cli" ]; then
  set -- "$node" "$cli"
elif command -v cora && command -v node; then
  set -- cora
else
  now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  message='Node.js or Cora was not found. Install them, then type: cora hooks install'
  echo "$now $hook: $message" >>log/hook.log
  printf '{"at":"%s","hook":"%s","error":{"code":"MISSING","message":"%s"}}\n' "$now" "$hook" "$message" >log/last-run.json
  exit 0
fi
set -- "$@" hooks run "$hook"
for wrap in setsid nohup; do
  command -v $wrap && set -- $wrap "$@"
done
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_CONFIG \
  GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE \
  GIT_SHALLOW_FILE GIT_NO_REPLACE_OBJECTS GIT_REPLACE_REF_BASE GIT_NAMESPACE GIT_QUARANTINE_PATH \
  GIT_INTERNAL_SUPER_PREFIX NODE_OPTIONS
exec "$@" >>log/hook.log 2>&1
