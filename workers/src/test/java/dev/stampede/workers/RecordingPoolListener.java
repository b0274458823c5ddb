package dev.stampede.workers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what a pool tells of its tasks. */
final class RecordingPoolListener implements PoolListener {

  final List<String> said = new CopyOnWriteArrayList<>();

  @Override
  public void failed(TaskContext task, Throwable failure) {
    said.add(task.name() + " failed: " + failure.getMessage());
  }

  @Override
  public void failedLate(TaskContext task, Throwable failure) {
    said.add(task.name() + " failed late: " + failure.getMessage());
  }

  @Override
  public void endedLate(TaskContext task) {
    said.add(task.name() + " ended late");
  }

  @Override
  public void deaf(TaskContext task) {
    said.add(task.name() + " is deaf");
  }
}
