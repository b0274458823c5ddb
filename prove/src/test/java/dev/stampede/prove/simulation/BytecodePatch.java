package dev.stampede.prove.simulation;

import dev.stampede.prove.simulation.loading.Patch;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Plants a bug into one method of a compiled class. */
record BytecodePatch(String type, String method) {

  /** A compare-and-set that sets without comparing. */
  Patch alwaysSwaps() {
    return patch(
        (code, element) -> {
          if (element instanceof InvokeInstruction call
              && call.name().equalsString("compareAndSet")) {
            // The atomic, the expected value, the new one.
            code.swap()
                .pop()
                .invokevirtual(
                    call.owner().asSymbol(),
                    "set",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object))
                .iconst_1();
          } else {
            code.with(element);
          }
        });
  }

  /** A method that says yes, after it has done what it does. */
  Patch alwaysTrue() {
    return patch(
        (code, element) -> {
          if (element instanceof ReturnInstruction) {
            code.pop().iconst_1();
          }
          code.with(element);
        });
  }

  /** A field that always has this value. */
  Patch reads(String field, long value) {
    return patch(
        (code, element) -> {
          if (element instanceof FieldInstruction read && read.name().equalsString(field)) {
            code.pop().loadConstant(value);
          } else {
            code.with(element);
          }
        });
  }

  private Patch patch(CodeTransform change) {
    ClassFile classFile = ClassFile.of();
    return (name, content) ->
        name.equals(type + ".class")
            ? classFile.transformClass(
                classFile.parse(content),
                ClassTransform.transformingMethodBodies(this::isPatched, change))
            : content;
  }

  private boolean isPatched(MethodModel candidate) {
    return candidate.methodName().equalsString(method);
  }
}
