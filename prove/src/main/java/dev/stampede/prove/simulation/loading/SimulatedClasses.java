package dev.stampede.prove.simulation.loading;

import dev.stampede.prove.simulation.standin.SimMonitors;
import dev.stampede.prove.simulation.standin.SimTasks;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes compiled classes so that they run in a simulation, and do the same otherwise.
 *
 * <ul>
 *   <li>Threads, locks, timers, clocks and random numbers are the simulation's ({@link
 *       Replacements}).
 *   <li>{@code synchronized} enters a monitor of the simulation.
 *   <li>Before each access to a volatile field, an atomic or a concurrent collection stands a point
 *       at which another task may go on.
 * </ul>
 */
final class SimulatedClasses {

  private static final ClassDesc TASKS = SimTasks.class.describeConstable().orElseThrow();
  private static final ClassDesc MONITORS = SimMonitors.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
  private static final MethodTypeDesc OF_OBJECT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
  private static final String GUARDED = "$guarded";

  private final ClassFile classFile = ClassFile.of();
  private final RenamedClasses renamed = new RenamedClasses(Replacements.CLASSES);

  byte[] changed(byte[] original) {
    ClassModel model = classFile.parse(original);
    return renamed.renamed(classFile.transformClass(model, new Change(model)));
  }

  /** The change of one class. */
  private static final class Change implements ClassTransform {

    private final ClassDesc self;
    private final Set<String> volatileFields = new HashSet<>();

    Change(ClassModel model) {
      this.self = model.thisClass().asSymbol();
      for (FieldModel field : model.fields()) {
        if (field.flags().has(AccessFlag.VOLATILE)) {
          volatileFields.add(field.fieldName().stringValue());
        }
      }
    }

    @Override
    public void accept(java.lang.classfile.ClassBuilder builder, ClassElement element) {
      if (!(element instanceof MethodModel method) || method.code().isEmpty()) {
        builder.with(element);
        return;
      }
      boolean initialiser = method.methodName().equalsString("<clinit>");
      boolean guarded = method.flags().has(AccessFlag.SYNCHRONIZED);
      String name = method.methodName().stringValue();
      AccessFlags flags = method.flags();
      if (!guarded) {
        builder.transformMethod(
            method,
            (code, part) -> {
              if (part instanceof CodeModel body) {
                code.transformCode(body, change(initialiser));
              } else {
                code.with(part);
              }
            });
        return;
      }
      int unguarded = flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED;
      int hidden =
          (unguarded & ~(ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED | ClassFile.ACC_FINAL))
              | ClassFile.ACC_PRIVATE
              | ClassFile.ACC_SYNTHETIC;
      MethodTypeDesc type = method.methodTypeSymbol();
      builder.withMethod(
          name + GUARDED,
          type,
          hidden,
          body -> body.transformCode(method.code().orElseThrow(), change(false)));
      boolean isStatic = flags.has(AccessFlag.STATIC);
      builder.withMethodBody(
          name, type, unguarded, code -> guard(code, name + GUARDED, type, isStatic));
    }

    private void guard(CodeBuilder code, String inner, MethodTypeDesc type, boolean isStatic) {
      monitor(code, isStatic, "enter");
      code.trying(
          inside -> {
            if (!isStatic) {
              inside.aload(0);
            }
            for (int i = 0; i < type.parameterCount(); i++) {
              inside.loadLocal(TypeKind.from(type.parameterType(i)), inside.parameterSlot(i));
            }
            if (isStatic) {
              inside.invokestatic(self, inner, type);
            } else {
              inside.invokespecial(self, inner, type);
            }
            monitor(inside, isStatic, "exit");
            inside.return_(TypeKind.from(type.returnType()));
          },
          failed ->
              failed.catchingAll(
                  handler -> {
                    monitor(handler, isStatic, "exit");
                    handler.athrow();
                  }));
    }

    private void monitor(CodeBuilder code, boolean isStatic, String step) {
      if (isStatic) {
        code.loadConstant(self);
      } else {
        code.aload(0);
      }
      code.invokestatic(MONITORS, step, OF_OBJECT);
    }

    private CodeTransform change(boolean initialiser) {
      return new CodeTransform() {
        @Override
        public void atStart(CodeBuilder code) {
          if (initialiser) {
            code.invokestatic(TASKS, "beginQuiet", NOTHING);
          }
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
          if (initialiser && element instanceof ReturnInstruction) {
            code.invokestatic(TASKS, "endQuiet", NOTHING);
          }
          changeOne(code, element);
        }
      };
    }

    private void changeOne(CodeBuilder code, CodeElement element) {
      switch (element) {
        case MonitorInstruction monitor ->
            code.invokestatic(
                MONITORS, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit", OF_OBJECT);
        case FieldInstruction field -> {
          if (field.owner().asSymbol().equals(self)
              && volatileFields.contains(field.name().stringValue())) {
            code.invokestatic(TASKS, "point", NOTHING);
          }
          code.with(field);
        }
        case InvokeInstruction invoke -> call(code, invoke);
        case InvokeDynamicInstruction dynamic -> code.invokedynamic(redirected(dynamic));
        default -> code.with(element);
      }
    }

    private static void call(CodeBuilder code, InvokeInstruction invoke) {
      ClassDesc owner = invoke.owner().asSymbol();
      Replacements.@Nullable Call instead = Replacements.call(owner, invoke.name().stringValue());
      if (instead != null) {
        boolean isStatic = invoke.opcode() == Opcode.INVOKESTATIC;
        code.invokestatic(
            instead.owner(),
            instead.name(),
            Replacements.type(owner, invoke.typeSymbol(), isStatic));
        return;
      }
      if (Replacements.isShared(owner) && invoke.opcode() != Opcode.INVOKESPECIAL) {
        code.invokestatic(TASKS, "point", NOTHING);
      }
      if (Replacements.CLASSES.containsKey(owner) && invoke.opcode() == Opcode.INVOKEINTERFACE) {
        // What takes the place of an interface is a class.
        code.invokevirtual(owner, invoke.name().stringValue(), invoke.typeSymbol());
      } else {
        code.with(invoke);
      }
    }

    private static DynamicCallSiteDesc redirected(InvokeDynamicInstruction dynamic) {
      ConstantDesc[] arguments =
          dynamic.bootstrapArgs().stream().map(Change::redirected).toArray(ConstantDesc[]::new);
      return DynamicCallSiteDesc.of(
          dynamic.bootstrapMethod(), dynamic.name().stringValue(), dynamic.typeSymbol(), arguments);
    }

    /** A method reference such as {@code System::nanoTime}. */
    private static ConstantDesc redirected(ConstantDesc argument) {
      if (!(argument instanceof DirectMethodHandleDesc handle)) {
        return argument;
      }
      Replacements.@Nullable Call instead = Replacements.call(handle.owner(), handle.methodName());
      if (instead == null) {
        return argument;
      }
      boolean isStatic =
          handle.kind() == DirectMethodHandleDesc.Kind.STATIC
              || handle.kind() == DirectMethodHandleDesc.Kind.INTERFACE_STATIC;
      return MethodHandleDesc.ofMethod(
          DirectMethodHandleDesc.Kind.STATIC,
          instead.owner(),
          instead.name(),
          Replacements.type(
              handle.owner(), MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()), isStatic));
    }
  }
}
