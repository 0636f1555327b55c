#!/bin/sh
# sbatch --array=1-64 slurm.sh FOLDER arena|simulate ARGUMENTS…: one shard per task of a Slurm job array. FOLDER
# is on a file system that all nodes share; $SHARD is the script `shard`, if it is not where the package puts it. When
# all tasks are done: ludosaure arena|simulate merge FOLDER/*.json
#SBATCH --job-name=ludosaure
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
exec "${SHARD:-/usr/share/ludosaure/experiments/shard}" "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_COUNT" "$@"
